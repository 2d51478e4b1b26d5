/** What can a person do with a bookmark? Replay, Edit and Delete, which asks first. */
import type { Bookmark } from "@posthorn/contract/bookmarks";
import { Pencil, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  useDeleteBookmark,
  useReplayBookmark,
  whyNoReplay,
} from "../../resources/bookmarks/bookmark-actions.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { later } from "../../ui/later.tsx";
import type { RouteNameProps } from "./route-name.tsx";

const EditBookmarkDialog = later(
  () => import("../../resources/bookmarks/edit-bookmark-dialog.tsx"),
).component((loaded) => loaded.EditBookmarkDialog);

export interface BookmarkButtonsProps extends RouteNameProps {
  bookmark: Bookmark;
  onDeleted: () => void;
}

export function BookmarkButtons({ bookmark, connection, onDeleted }: BookmarkButtonsProps) {
  const refusal = useRefusal("keep");
  const replay = useReplayBookmark();
  const [opened, setOpened] = useState<"edit" | "delete" | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <Button
        variant="primary"
        icon={<Play aria-hidden />}
        disabledReason={refusal ?? whyNoReplay(connection)}
        isPending={replay.isPending}
        onClick={() => replay.mutate(bookmark)}
      >
        Replay
      </Button>
      <Button icon={<Pencil aria-hidden />} disabledReason={refusal} onClick={() => setOpened("edit")}>
        Edit
      </Button>
      <Button
        variant="danger"
        icon={<Trash2 aria-hidden />}
        disabledReason={refusal}
        onClick={() => setOpened("delete")}
      >
        Delete
      </Button>
      {opened === "edit" ? <EditBookmarkDialog bookmark={bookmark} onClose={close} /> : null}
      {opened === "delete" ? (
        <ConfirmDeletion bookmark={bookmark} onDeleted={onDeleted} onClose={close} />
      ) : null}
    </>
  );
}

interface ConfirmDeletionProps extends Pick<BookmarkButtonsProps, "bookmark" | "onDeleted"> {
  onClose: () => void;
}

function ConfirmDeletion({ bookmark, onDeleted, onClose }: ConfirmDeletionProps) {
  const { mutate, isPending } = useDeleteBookmark();
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title="Delete bookmark"
      description="By deleting this bookmark, the associated request data will no longer be exempted from your archival window."
      confirmLabel="Delete"
      isPending={isPending}
      onConfirm={() =>
        mutate(bookmark, {
          onSuccess: () => {
            onClose();
            onDeleted();
          },
        })
      }
      onClose={onClose}
    >
      <p className="text-sm font-medium">This action cannot be undone!</p>
    </ConfirmDialog>
  );
}

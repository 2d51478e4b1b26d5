/**
 * Which bytes of a body are here?
 *
 * Most bodies come in one piece, which is kept as it is. A sender may also send a byte at a time. node:http makes an
 * object for each piece, which takes some hundred times as much memory as that byte. So small pieces are copied
 * together: what is counted for a body is what it takes.
 */

/** Beside a piece of this size, the memory for its object does not matter much. */
const SMALL_BYTES = 1_024;
const TRAY_BYTES = 4_096;

/** A class, because every request makes one. */
export class ReceivedBody {
  /** How many bytes have arrived. */
  bytes = 0;
  /** Nearly always the whole body. */
  private first: Buffer | null = null;
  private others: Buffer[] | null = null;
  /** Where small pieces are gathered, and how much of it is used. */
  private tray: Buffer | null = null;
  private used = 0;

  add(piece: Buffer): void {
    this.bytes += piece.length;
    if (this.first === null) {
      this.first = piece;
      return;
    }
    if (piece.length >= SMALL_BYTES) {
      this.closeTray();
      (this.others ??= []).push(piece);
      return;
    }
    if (this.used + piece.length > TRAY_BYTES) this.closeTray();
    this.tray ??= Buffer.allocUnsafeSlow(TRAY_BYTES);
    this.used += piece.copy(this.tray, this.used);
  }

  /** Call it once. */
  whole(): Buffer {
    this.closeTray();
    const { first, others } = this;
    this.drop();
    if (first === null) return Buffer.alloc(0);
    return others === null ? first : Buffer.concat([first, ...others], this.bytes);
  }

  /** Frees the bytes, however long this object is kept. */
  drop(): void {
    this.first = null;
    this.others = null;
    this.tray = null;
  }

  /** How many objects hold the bytes. */
  size(): number {
    return (this.first ? 1 : 0) + (this.others?.length ?? 0) + (this.tray ? 1 : 0);
  }

  private closeTray(): void {
    if (!this.tray) return;
    (this.others ??= []).push(this.tray.subarray(0, this.used));
    this.tray = null;
    this.used = 0;
  }
}

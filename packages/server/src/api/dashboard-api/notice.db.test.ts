/** Does the dashboard learn what everybody has to know, also while the database is away? */
import { NOT_READY_TEXT } from "@posthorn/contract/notice";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../store/database.ts";
import { givenApi } from "../../testing/given-api.ts";
import { reservePort } from "../../testing/reserved-port.ts";

const PATH = "//dashboard-api/notice";

test("without a notice there is none, and nobody has to sign in to see that", async () => {
  const api = await givenApi();
  onTestFinished(() => api.stop());

  const { status, body } = await api.call("GET", PATH, { key: null });

  expect([status, body]).toEqual([200, { notice: null }]);
});

test("the operator's words reach everybody", async () => {
  const notice = { text: "We move to a new machine at noon.", url: "https://status.example.com" };
  const api = await givenApi({ notice });
  onTestFinished(() => api.stop());

  expect((await api.call("GET", PATH, { key: null })).body).toEqual({ notice });
});

test("a database that is away comes before the operator's words", async () => {
  const port = await reservePort();
  const away = openDatabase(`postgres://nobody@127.0.0.1:${port.port}/nothing`);
  const api = await givenApi({
    apiDatabase: away,
    notice: { text: "All is well.", url: "https://status.example.com" },
  });
  onTestFinished(async () => {
    await api.stop();
    await away.close();
    port.release();
  });

  expect((await api.call("GET", PATH, { key: null })).body).toEqual({
    notice: { text: NOT_READY_TEXT, url: "https://status.example.com" },
  });
});

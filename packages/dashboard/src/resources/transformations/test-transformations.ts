/** Transformations, executions and results of runs for component tests, as the server would send them. */
import type { EditorTrialResult, Execution, Transformation } from "@posthorn/contract/transformations";

const AT = "2026-11-14T14:00:00.000Z";

export const TRANSFORMATION_ID = `trs_${"1".padStart(22, "0")}`;

export const PASSES_ON = `addHandler("transform", (request, context) => {
  return request;
});
`;

export function aTransformation(change: Partial<Transformation> = {}): Transformation {
  return {
    id: TRANSFORMATION_ID,
    team_id: "tm_1",
    name: "normalise-order",
    code: PASSES_ON,
    env: { SHOP: "north" },
    encrypted_env: null,
    iv: null,
    updated_at: AT,
    created_at: AT,
    ...change,
  };
}

export function anExecution(number: number, change: Partial<Execution> = {}): Execution {
  const data = {
    path: "/orders",
    query: "",
    parsed_query: {},
    headers: { "content-type": "application/json" },
    body: { order: number },
  };
  return {
    id: `exe_${String(number).padStart(22, "0")}`,
    transformation_id: TRANSFORMATION_ID,
    team_id: "tm_1",
    webhook_id: `web_${"1".padStart(22, "0")}`,
    original_event_data_id: "edt_1",
    transformed_event_data_id: "edt_2",
    log_level: "info",
    logs: [{ type: "log", message: `order ${number}` }],
    issue_id: null,
    original_event_data: data,
    transformed_event_data: { ...data, body: { order: number, seen: true } },
    updated_at: AT,
    created_at: AT,
    ...change,
  };
}

export function aRun(change: Partial<EditorTrialResult> = {}): EditorTrialResult {
  return {
    request_id: null,
    transformation_id: null,
    execution_id: null,
    log_level: "info",
    request: {
      headers: { "content-type": "application/json" },
      path: "/orders",
      query: "",
      parsed_query: {},
      body: { order: 7, seen: true },
    },
    console: [{ type: "log", message: "order 7" }],
    failure_position: null,
    ...change,
  };
}

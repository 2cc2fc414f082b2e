/** Whether the server answers, and whether it knows this page. It is found out by the requests themselves. */
import { createStore } from "@/store/state";

/** there: it answers; lost: it does not; refused: it answers, and does not know the page's token (it was started anew). */
export type Connection = "there" | "lost" | "refused";

export const connection = createStore<{ state: Connection }>({ state: "there" });
const UNKNOWN = 401;

/** A request of the server, which tells what became of it. */
export async function reaching(asked: Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  try {
    const response = await asked;
    become(response.status === UNKNOWN ? "refused" : "there");
    return response;
  } catch (error) {
    if (!signal?.aborted) become("lost");
    throw error;
  }
}

function become(state: Connection): void {
  if (connection.get().state !== state) connection.set({ state });
}

/** Call when the server is there again, after it was not. */
export function onReturn(then: () => void): void {
  let before = connection.get().state;
  connection.subscribe(() => {
    const { state } = connection.get();
    if (state === "there" && before !== "there") then();
    before = state;
  });
}

import { type Connection, connection } from "@/backend/connection";
import { useStore } from "@/store/state";

const SAID: Record<Exclude<Connection, "there">, string> = {
  lost: "The server does not answer: is `linkwright studio` still running? The document is safe in this page, and what was derived still moves; equations, code and saving wait until the server is back.",
  refused: "The server was started anew and does not know this page: open the address that it printed, in any tab. The document is safe in this page.",
};

/** A line below the toolbar as long as the server is away; the page goes on with what it has. */
export function ConnectionBar() {
  const state = useStore(connection, (s) => s.state);
  return (
    <div role="alert" className="connection">
      {state !== "there" && <p>{SAID[state]}</p>}
    </div>
  );
}

/** In place of the studio, for an address without its token. */
export function NoToken() {
  return (
    <main className="no-token">
      <h1>Linkwright studio</h1>
      <p>
        This address is not whole: the server answers only to a page that has its token. Open the address that <code>linkwright studio</code> printed in the terminal, all of it, with <code>#token=...</code> at its end.
      </p>
      <p>Where the terminal is gone: end the studio and start it again. Unsaved work is kept in the browser, and comes back.</p>
    </main>
  );
}

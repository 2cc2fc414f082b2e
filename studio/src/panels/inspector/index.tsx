import { useMemo } from "react";
import type { Panel } from "@/app/panel";
import { at, pathOf } from "@/document/data";
import { parameterValues } from "@/document/formula";
import { select, useDocument, useStudio } from "@/store/studio";
import { Facts } from "./Facts";
import { GroupOfRows } from "./Rows";
import { groupsOf } from "./table";
import "./inspector.css";

const KINDS: Readonly<Record<string, string>> = {
  joints: "joint", bodies: "body", frames: "frame", close: "loop", gears: "gear", couplings: "coupling of", tendons: "tendon", wrenches: "force at", parameters: "parameter", screws: "screw",
};

/** The selected part, or the mechanism: a field for everything that can be said of it. */
function Inspector() {
  const data = useDocument();
  const selected = useStudio((s) => s.selection.at(-1));
  const values = useMemo(() => parameterValues(data), [data]);
  const part = selected === undefined || selected === "world" ? [] : pathOf(selected);
  const here = part.length === 0 || at(data, part) !== undefined ? part : [];
  return (
    <div className="inspector">
      <header className="inspector-head">
        <h2>{here.length === 0 ? "mechanism" : titleOf(here)}</h2>
        {here.length > 0 && (
          <button type="button" onClick={() => select([])} title="to the mechanism">
            ✕<span className="visually-hidden">close: to the mechanism</span>
          </button>
        )}
      </header>
      <Said part={here} />
      {groupsOf(data, here).map((group) => (
        <GroupOfRows key={`${here.join("/")} ${group.title}`} data={data} part={here} group={group} values={values} />
      ))}
      {here.length === 0 && <Facts />}
    </div>
  );
}

/** "joint elbow"; a part that is not connected yet says so. */
function titleOf(path: string[]): string {
  if (path[0] === "studio" && path[1] === "loose") return `${titleOf(path.slice(2))}, not connected yet`;
  return `${KINDS[path[0]!] ?? path[0]} ${path.slice(1).join(" ")}`;
}

/** Errors that speak of the part as a whole. */
function Said({ part }: { part: string[] }) {
  const messages = useStudio((s) => s.messages);
  const here = messages?.filter((m) => m.severity === "error" && part.length > 0 && m.path?.length === part.length && part.every((key, k) => m.path![k] === key)) ?? [];
  if (here.length === 0) return null;
  return (
    <ul className="inspector-said" role="alert">
      {here.map((m) => (
        <li key={m.what} className="error">
          {m.what}
          {m.hint && <span className="hint">{m.hint}</span>}
        </li>
      ))}
    </ul>
  );
}

export default { id: "inspector", title: "Inspector", key: "I", place: "right", order: 10, Component: Inspector } satisfies Panel;

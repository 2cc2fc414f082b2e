import { useMemo, useRef } from "react";
import type { Panel } from "@/app/panel";
import { at, type JsonMap, pathOf } from "@/document/data";
import { type Names, parametersOf, parameterValues } from "@/document/formula";
import { graphOf } from "@/document/operations/graph";
import { isFromSolids } from "@/solids/follow";
import { select, useDocument, useStudio } from "@/store/studio";
import { Elsewhere, MassOfSolids } from "./Derived";
import { Facts } from "./Facts";
import { Name } from "./Name";
import { Parameter, Parameters } from "./Parameters";
import { GroupOfRows } from "./Rows";
import { nameOf, sectionOf } from "./row";
import { Start } from "./Start";
import { groupsOf } from "./table";
import "./inspector.css";

const KINDS: Readonly<Record<string, string>> = {
  joints: "joint", bodies: "body", frames: "frame", close: "loop", gears: "gear", couplings: "coupling of", tendons: "tendon", wrenches: "force at", parameters: "parameter", constants: "constant", screws: "screw",
};
const RENAMED = new Set(["joints", "bodies", "frames", "close", "gears", "tendons"]);

/** Whether the document says anything of a part, or may: a body that only a joint names has no mass yet. */
function isWritten(data: JsonMap, part: string[]): boolean {
  if (at(data, part) !== undefined || part.length === 0 || part[0] === "world") return true;
  return part[0] === "bodies" && graphOf(data).bodies.some((b) => b.name === part[1]);
}

/** The selected part, or the mechanism: a field for everything that can be said of it. */
function Inspector() {
  const data = useDocument();
  const selected = useStudio((s) => s.selection.at(-1));
  const values = useMemo(() => parameterValues(data), [data]);
  const root = useRef<HTMLDivElement>(null);
  const part = selected === undefined ? [] : pathOf(selected);
  const section = sectionOf(part);
  return (
    <div
      className="inspector"
      ref={root}
      onKeyDown={(e) => {
        if (e.key !== "F2") return;
        e.preventDefault();
        root.current?.querySelector<HTMLInputElement>(".inspector-name input")?.focus();
      }}
    >
      <header className="inspector-head">
        <h2>
          {part.length === 0 ? "mechanism" : (KINDS[section] ?? section)}
          {part.length > 1 && !(RENAMED.has(section) && isWritten(data, part)) && ` ${nameOf(part)}`}
          {RENAMED.has(section) && <span className="visually-hidden"> {nameOf(part)}</span>}
        </h2>
        {RENAMED.has(section) && part.length > 1 && isWritten(data, part) && <Name key={part.join("/")} part={part} />}
        {part.length > 0 && (
          <button type="button" onClick={() => select([])} title="to the mechanism">
            ✕<span className="visually-hidden">close: to the mechanism</span>
          </button>
        )}
      </header>
      {part[0] === "studio" && part[1] === "loose" && <p className="note">not connected yet: it is no part of the mechanism</p>}
      <Said part={part} />
      <Body key={part.join("/")} data={data} part={part} values={values} />
      {part.length === 0 && <Facts />}
      {part.length === 0 && <Start values={values} />}
      {section === "joints" && <Start values={values} joint={nameOf(part)} />}
      {part.length === 0 ? (
        <Parameters values={values} />
      ) : (
        section !== "parameters" && section !== "constants" && (
          <details className="inspector-group">
            <summary>All parameters</summary>
            <Parameters values={values} />
          </details>
        )
      )}
    </div>
  );
}

function Body({ data, part, values }: { data: JsonMap; part: string[]; values: Names }) {
  const section = sectionOf(part);
  if ((section === "parameters" || section === "constants") && part.length === 2) {
    const known = parametersOf(data);
    const name = nameOf(part);
    return <ul className="parameters">{name in known && <Parameter name={name} value={known[name]!} data={data} values={values} opened />}</ul>;
  }
  if (!isWritten(data, part)) return <Elsewhere part={part} />;
  return groupsOf(data, part).map((group) => (
    <div key={group.title}>
      <GroupOfRows data={data} part={part} group={group} values={values} />
      {section === "bodies" && group.title === "Mass" && isFromSolids(data, nameOf(part)) && <MassOfSolids data={data} body={nameOf(part)} path={part} />}
    </div>
  ));
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

export default { id: "inspector", title: "Inspector", keys: ["I", "Alt+I"], place: "right", order: 10, Component: Inspector } satisfies Panel;

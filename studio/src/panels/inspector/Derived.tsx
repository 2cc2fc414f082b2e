import { at, type JsonMap, mapAt, type Json } from "@/document/data";
import { shown } from "@/document/formula";
import { showLine } from "@/panels/text/place";
import { lineOf } from "@/document/text";
import { massSaid } from "@/solids/follow";
import { studio, useStudio } from "@/store/studio";

/** Mass, centre and inertia that were made from solids: to read, with what is to be said of them. */
export function MassOfSolids({ data, body, path }: { data: JsonMap; body: string; path: string[] }) {
  const { wrong, notes } = massSaid(data, body);
  const map = mapAt(data, path);
  const list = (x: Json | undefined) => (Array.isArray(x) ? x.map(shown).join(", ") : shown(x));
  return (
    <div className="derived">
      <dl className="facts" aria-label="mass from its solids">
        {(["mass", "com", "inertia"] as const).map((key) => (
          <div key={key}>
            <dt>{{ mass: "mass (kg)", com: "centre (m)", inertia: "inertia (kg m²)" }[key]}</dt>
            <dd>{list(map[key])}</dd>
          </div>
        ))}
      </dl>
      {wrong && <p className="field-error">{wrong}</p>}
      {notes.map((note) => (
        <p key={note} className="empty">
          {note}
        </p>
      ))}
    </div>
  );
}

/** A part that the document makes by other means (a table, legs): what it is, and where its text is. */
export function Elsewhere({ part }: { part: string[] }) {
  const tree = useStudio((s) => s.good?.checked.report.tree);
  const [section, name] = part.slice(-2);
  const joint = section === "joints" ? tree?.joints.find((j) => j.name === name) : undefined;
  const body = section === "bodies" ? tree?.bodies.find((b) => b.name === name) : undefined;
  const source = ["dh", "khalil", "screws", "legs", "platform"].find((key) => at(studio.get().edited.data, [key]) !== undefined);
  const rows: [string, string][] = joint ? [["type", joint.type], ["parent", joint.parent], ["child", joint.child]] : body ? [["mass (kg)", String(body.mass)]] : [];
  const line = source ? lineOf(studio.get().edited.text, [source]) : null;
  return (
    <div className="derived">
      <p className="empty">{source ? `made by ${source} of the document` : "not in the document"}</p>
      <dl className="facts">
        {rows.map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {line !== null && (
        <button type="button" onClick={() => showLine(line)}>
          Show {source} in the text
        </button>
      )}
    </div>
  );
}

import { asking, dismiss, type Notice } from "@/files/asking";
import { meshFiles } from "@/files/meshes";
import { lackedBy } from "@/files/paths";
import { pickFiles } from "@/files/picking";
import { useStore } from "@/store/state";
import { useDocument } from "@/store/studio";

/** What was found in files and must not go by unseen; each stays until it is closed. */
export function Notices() {
  const notices = useStore(asking, (s) => s.notices);
  const missing = lackedBy(useDocument(), useStore(meshFiles, (s) => s.missing));
  const wrong = useStore(meshFiles, (s) => s.wrong);
  return (
    <div className="notices" role="region" aria-label="notices" aria-live="polite">
      {missing.length > 0 && (
        <Card
          text={missing.length === 1 ? `A mesh is missing: ${missing[0]}` : `${missing.length} meshes are missing`}
          details={missing.length === 1 ? [] : missing}
          actions={[{ label: "Add a folder with them", run: () => pickFiles(true) }]}
          close={() => meshFiles.set({ missing: [] })}
        />
      )}
      {wrong.length > 0 && <Card text={wrong.length === 1 ? wrong[0]! : `${wrong.length} meshes cannot be drawn`} details={wrong.length === 1 ? [] : wrong} actions={[]} close={() => meshFiles.set({ wrong: [] })} />}
      {notices.map((n) => (
        <Card key={n.id} {...n} close={() => dismiss(n.id)} />
      ))}
    </div>
  );
}

function Card({ text, details, actions, close }: Omit<Notice, "id"> & { close: () => void }) {
  return (
    <div className="notice">
      <p>{text}</p>
      {details.length > 0 && (
        <details>
          <summary>Details</summary>
          <ul>
            {details.map((line, k) => (
              <li key={k}>{line}</li>
            ))}
          </ul>
        </details>
      )}
      <div className="notice-actions">
        {actions.map((a) => (
          <button
            key={a.label}
            type="button"
            onClick={() => {
              close();
              a.run();
            }}
          >
            {a.label}
          </button>
        ))}
        <button type="button" onClick={close} aria-label={`close: ${text}`}>
          Close
        </button>
      </div>
    </div>
  );
}

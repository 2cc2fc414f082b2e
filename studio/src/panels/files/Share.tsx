import { useEffect, useRef, useState } from "react";
import { backendKind } from "@/backend/backend";
import { LONGEST_LINK, packed } from "@/files/share";
import { saveCopy } from "@/files/saving";
import { dialogs, showDialog } from "@/files/dialogs";
import { useStore } from "@/store/state";
import { say, studio, useStudio } from "@/store/studio";

const KEY = "share-page";

/** A link that carries the document; a file where that would be too long. */
export function Share() {
  const open = useStore(dialogs, (s) => s.open === "share");
  return open ? <Shared /> : null;
}

function usePage(): [string, (page: string) => void] {
  const here = location.href.replace(/#.*$/, "");
  const [page, setPage] = useState(() => localStorage.getItem(KEY) ?? here);
  return [
    page,
    (made) => {
      setPage(made);
      localStorage.setItem(KEY, made);
    },
  ];
}

function useFragment(): string {
  const text = useStudio((s) => s.edited.text);
  const [fragment, setFragment] = useState("");
  useEffect(() => {
    let wanted = true;
    void packed(text, studio.get().file.name).then((made) => wanted && setFragment(made));
    return () => {
      wanted = false;
    };
  }, [text]);
  return fragment;
}

function Shared() {
  const [page, setPage] = usePage();
  const fragment = useFragment();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const link = `${page}#${fragment}`;
  const long = link.length > LONGEST_LINK;
  return (
    <dialog ref={dialog} aria-label="share" className="share" onClose={() => showDialog(null)}>
      <h2>Share</h2>
      {long ? (
        <p>The document is too long for a link: {Math.round(link.length / 1000)} kB, where programs cut links off at {LONGEST_LINK / 1000} kB. Share its file.</p>
      ) : (
        <>
          <p>The link carries the whole document behind its #, which is sent to no server. Meshes are not in it.</p>
          <label>
            Link
            <textarea readOnly rows={4} value={link} onFocus={(e) => e.target.select()} />
          </label>
          <label>
            Address of the page that opens it
            <input value={page} onChange={(e) => setPage(e.target.value)} spellCheck={false} />
          </label>
          {backendKind() === "server" && <p className="soft">This page is served on your computer only. For others, give the address of a studio that they can reach, such as the one in the documentation.</p>}
        </>
      )}
      <div className="question-choices">
        {!long && (
          <button type="button" className="primary" onClick={() => void navigator.clipboard.writeText(link).then(() => say("the link is copied"), () => say("the browser did not allow it: select the link and copy it"))}>
            Copy link
          </button>
        )}
        <button type="button" className={long ? "primary" : ""} onClick={() => void saveCopy(studio.get().file.name)}>
          Download the file
        </button>
        <button type="button" onClick={() => showDialog(null)}>
          Close
        </button>
      </div>
    </dialog>
  );
}

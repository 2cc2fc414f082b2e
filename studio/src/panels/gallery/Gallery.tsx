import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { showDialog } from "@/files/dialogs";
import { allCards, type Card, chain, isLetters, matching, openCard } from "./cards";

/** Cards to begin with: searched by typing, walked by arrows, opened by Enter. */
export function Gallery() {
  const [cards, setCards] = useState<Card[]>([]);
  const [complete, setComplete] = useState(false);
  const [wrong, setWrong] = useState("");
  const [wanted, setWanted] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    allCards(setCards).then(() => setComplete(true), (e: unknown) => setWrong(String(e instanceof Error ? e.message : e)));
  }, []);
  const found = useMemo(() => matching(cards, wanted), [cards, wanted]);
  const groups = [...new Set(found.map((c) => c.group))];
  const open = (card: Card) => {
    showDialog(null);
    void openCard(card);
  };
  return (
    <dialog ref={dialog} aria-label="examples and templates" className="gallery" onClose={() => showDialog(null)} onKeyDown={walk}>
      <form
        className="gallery-head"
        onSubmit={(e) => {
          e.preventDefault();
          if (found[0]) open(found[0]);
        }}
      >
        <h2>Begin with</h2>
        <input type="search" aria-label="find an example" placeholder="find an example" value={wanted} onChange={(e) => setWanted(e.target.value)} autoFocus />
        <button type="button" onClick={() => showDialog(null)}>
          Close
        </button>
      </form>
      <div className="gallery-body">
        <Chain open={open} />
        {!complete && !wrong && <p role="status">The examples are coming ...</p>}
        {wrong && <p className="error">The examples cannot be had: {wrong}</p>}
        {complete && found.length === 0 && <p role="status">Nothing is called that.</p>}
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <ul>
              {found
                .filter((c) => c.group === group)
                .map((c) => (
                  <li key={c.id}>
                    <CardButton card={c} open={open} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </dialog>
  );
}

function CardButton({ card, open }: { card: Card; open: (card: Card) => void }) {
  const picture = useMemo(() => (card.picture ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(card.picture)}` : ""), [card.picture]);
  return (
    <button type="button" className={picture ? "card" : "card card-plain"} onClick={() => open(card)} title={card.about}>
      {picture && <img src={picture} alt="" loading="lazy" />}
      <span className="card-title">{card.title}</span>
      {card.about && <span className="card-about">{card.about}</span>}
    </button>
  );
}

function Chain({ open }: { open: (card: Card) => void }) {
  const [letters, setLetters] = useState("");
  return (
    <form
      className="gallery-chain"
      onSubmit={(e) => {
        e.preventDefault();
        if (isLetters(letters)) open(chain(letters));
      }}
    >
      <label>
        An arm by its joints <input value={letters} onChange={(e) => setLetters(e.target.value.trim())} placeholder="RRPR" size={12} spellCheck={false} aria-describedby="chain-letters" />
      </label>
      <button type="submit" disabled={!isLetters(letters)}>
        Make it
      </button>
      <span id="chain-letters" className="soft">
        R revolute, P prismatic
      </span>
    </form>
  );
}

/** Arrows go from card to card: left and right in order, up and down to the one above or below. */
function walk(e: KeyboardEvent<HTMLDialogElement>): void {
  if (!["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"].includes(e.key)) return;
  const cards = [...e.currentTarget.querySelectorAll<HTMLElement>(".card")];
  const now = cards.indexOf(document.activeElement as HTMLElement);
  if (now < 0 && e.key !== "ArrowDown") return;
  e.preventDefault();
  cards[now < 0 ? 0 : next(cards, now, e.key)]?.focus();
}

function next(cards: HTMLElement[], now: number, key: string): number {
  if (key === "ArrowRight") return Math.min(now + 1, cards.length - 1);
  if (key === "ArrowLeft") return Math.max(now - 1, 0);
  const here = cards[now]!.getBoundingClientRect();
  const down = key === "ArrowDown";
  const rows = cards.map((c, k) => ({ k, box: c.getBoundingClientRect() })).filter(({ box }) => (down ? box.top > here.top + 4 : box.top < here.top - 4));
  if (rows.length === 0) return now;
  const top = down ? Math.min(...rows.map((r) => r.box.top)) : Math.max(...rows.map((r) => r.box.top));
  const row = rows.filter((r) => Math.abs(r.box.top - top) < 4);
  return row.reduce((best, r) => (Math.abs(r.box.left - here.left) < Math.abs(best.box.left - here.left) ? r : best), row[0]!).k;
}

// The rows of the client list, which never move under the pointer: new ones wait above until they are asked for.
import { ArrowUp } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'

import type { DirectoryEntry } from '../../live/use-directory'
import { Button } from '../../ui/button'
import { useMinute } from '../../ui/use-minute'
import { WindowedList } from '../../ui/windowed-list'
import { heldBack } from './arrivals'
import { CARD_HEIGHT, ClientCard } from './client-card'
import { ClientRow, ROW_HEIGHT } from './client-row'

type ClientListProps = {
  /** Newest first. */
  found: readonly DirectoryEntry[]
  /** Rows are still missing: what comes is none of the new ones. */
  filling: boolean
  wide: boolean
  hrefOf: (clientId: string) => string
}

export function ClientList({ found, filling, wide, hrefOf }: ClientListProps) {
  const now = useMinute()
  const scroller = useRef<HTMLDivElement>(null)
  const [scrolled, setScrolled] = useState(false)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const [since, setSince] = useState<string | null>(null)
  const steady = !filling && (scrolled || pointed || focused)
  const newest = found[0]?.client.created_at ?? null
  // From the moment somebody looks closely, the row that is first stays first.
  if (steady && since === null && newest !== null) setSince(newest)
  if (!steady && since !== null) setSince(null)
  const { shown, fresh } = useMemo(() => heldBack(found, since), [found, since])
  const keyOf = useCallback((index: number) => shown[index]?.client.id ?? '', [shown])

  const showFresh = () => {
    setSince(newest)
    scroller.current?.scrollTo({ top: 0 })
  }
  const Row = wide ? ClientRow : ClientCard
  return (
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      // Not `enter`: React makes none where the list appears under a pointer that rests.
      onPointerOver={(event) => setPointed(event.pointerType === 'mouse')}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      {fresh > 0 && <FreshPill count={fresh} onShow={showFresh} />}
      <WindowedList
        label="Clients"
        count={shown.length}
        keyOf={keyOf}
        rowHeight={wide ? ROW_HEIGHT : CARD_HEIGHT}
        scroller={scroller}
        onScrolled={setScrolled}
        className={wide ? 'bg-surface' : 'pb-[var(--safe-bottom)]'}
      >
        {(index, focus) => {
          const entry = shown[index]
          return entry && <Row entry={entry} href={hrefOf(entry.client.id)} now={now} focus={focus} />
        }}
      </WindowedList>
    </div>
  )
}

function FreshPill({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-3 z-10 flex justify-center">
      <Button
        tone="primary"
        size="sm"
        icon={<ArrowUp size={14} aria-hidden="true" />}
        onClick={onShow}
        className="pointer-events-auto animate-pop-in rounded-full! shadow-3"
      >
        {count} new
      </Button>
    </div>
  )
}

// The palette of admins: one field that finds clients, screens and actions, operated by the keyboard alone.
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import { useLive } from '../../../live/live'
import { Keys } from '../../../ui/keys'
import { TopDialog } from '../../../ui/overlay/top-dialog'
import { SHORTCUTS } from '../../../ui/shortcuts'
import { storeRecent } from './recent'
import { Results } from './results'
import { type Option, type PaletteLinks, type Target, useOptions } from './use-options'

type PaletteProps = { links: PaletteLinks; onClose: () => void }

export function Palette({ links, onClose }: PaletteProps) {
  const { userId } = useLive()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const [forReport, setForReport] = useState(false)
  const [activeIndex, setActiveIndex] = useState(0)
  const options = useOptions(query, forReport, links)
  const id = useId()
  const optionId = (index: number) => `${id}-${index}`
  // The navigation waits until the palette has returned the focus, because the next dialog stores the focused element.
  const chosen = useRef<Target | null>(null)
  const follow = () => {
    if (chosen.current !== null) void navigate(chosen.current.to, { state: chosen.current.state })
    chosen.current = null
  }
  const active = options[Math.min(activeIndex, options.length - 1)]
  const question = forReport ? 'New report for which client?' : 'Search clients, screens and actions'

  const search = (text: string) => {
    setQuery(text)
    setActiveIndex(0)
  }
  const choose = (option: Option, wantsMessage = false) => {
    const target = wantsMessage ? (option.message ?? option.target) : option.target
    if (option.isTransient !== true) storeRecent(userId, option.key)
    if (target === 'pick-client') {
      setForReport(true)
      search('')
      return
    }
    chosen.current = target
    onClose()
  }
  const move = (event: KeyboardEvent, to: number) => {
    event.preventDefault()
    const next = (to + options.length) % Math.max(options.length, 1)
    setActiveIndex(next)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const hasControl = event.ctrlKey || event.metaKey
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(event, activeIndex + 1)
    else if (event.key === 'ArrowUp') move(event, activeIndex - 1)
    else if (event.key === 'Home' && query === '') move(event, 0)
    else if (event.key === 'End' && query === '') move(event, options.length - 1)
    else if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault()
      choose(active, hasControl)
    } else if (event.key === 'Backspace' && query === '') setForReport(false)
    else if (hasControl && event.key.toLowerCase() === SHORTCUTS.palette.key) {
      event.preventDefault()
      onClose()
    }
  }
  return (
    <TopDialog title="Search" onClose={onClose} onClosed={follow}>
      <input
        type="text"
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={active === undefined ? undefined : optionId(options.indexOf(active))}
        aria-autocomplete="list"
        aria-label={question}
        aria-describedby={`${id}-keys`}
        placeholder={question}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => search(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className="field-text h-12 w-full shrink-0 border-b border-line bg-transparent px-4 text-ink outline-none"
      />
      <Results
        id={`${id}-list`}
        optionId={optionId}
        options={options}
        active={active}
        onPoint={setActiveIndex}
        onChoose={choose}
      />
      {options.length === 0 && (
        <p role="status" className="px-4 pt-2 pb-6 text-center text-base text-ink-2">
          Nothing found for “{query}”
        </p>
      )}
      <KeyHints id={`${id}-keys`} hasMessage={active?.message !== undefined} />
    </TopDialog>
  )
}

function KeyHints({ id, hasMessage }: { id: string; hasMessage: boolean }) {
  return (
    <p
      id={id}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-sunken px-4 py-2 text-xs text-ink-3 max-sm:hidden"
    >
      <span>
        <Keys keys={['↑', '↓']} /> Move
      </span>
      <span>
        <Keys keys={['Enter']} /> Open
      </span>
      {hasMessage && (
        <span>
          <Keys keys={['Ctrl', 'Enter']} /> Write a message
        </span>
      )}
      <span>
        <Keys keys={['Esc']} /> Close
      </span>
    </p>
  )
}

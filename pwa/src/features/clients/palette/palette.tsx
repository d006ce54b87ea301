// The palette of admins: one field that finds clients, screens and actions, by the keyboard alone.
import { type KeyboardEvent, useCallback, useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import { useLive } from '../../../live/live'
import { cx } from '../../../ui/cx'
import { Keys } from '../../../ui/keys'
import { TopDialog } from '../../../ui/overlay/top-dialog'
import { SHORTCUTS } from '../../../ui/shortcuts'
import { storeRecent } from './recent'
import { type Option, type PaletteLinks, type Target, useOptions } from './use-options'

const MAX_LIST_HEIGHT = 'min(24rem, 60dvh)'

type PaletteProps = { links: PaletteLinks; onClose: () => void }

export function Palette({ links, onClose }: PaletteProps) {
  const { userId } = useLive()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const [forReport, setForReport] = useState(false)
  const [at, setAt] = useState(0)
  const options = useOptions(query, forReport, links)
  const id = useId()
  // Followed once the palette has returned the focus, because what opens next records where it was.
  const chosen = useRef<Target | null>(null)
  const follow = () => {
    if (chosen.current !== null) void navigate(chosen.current.to, { state: chosen.current.state })
    chosen.current = null
  }
  const active = options[Math.min(at, options.length - 1)]
  const question = forReport ? 'New report for which client?' : 'Search clients, screens and actions'
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => endAtRow(list.current), [options])
  // The dialog's portal mounts after the first effects.
  const mountList = useCallback((mounted: HTMLDivElement | null) => {
    list.current = mounted
    endAtRow(mounted)
  }, [])

  const search = (text: string) => {
    setQuery(text)
    setAt(0)
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
    setAt(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const hasControl = event.ctrlKey || event.metaKey
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(event, at + 1)
    else if (event.key === 'ArrowUp') move(event, at - 1)
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
        aria-activedescendant={active === undefined ? undefined : `${id}-${options.indexOf(active)}`}
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
      <div
        ref={mountList}
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        style={{ maxHeight: MAX_LIST_HEIGHT }}
        className="overflow-y-auto p-1.5"
      >
        {groupsOf(options).map(([group, members]) => (
          <div key={group} role="group" aria-label={group}>
            <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-3">
              {group}
            </p>
            {members.map((option) => {
              const index = options.indexOf(option)
              return (
                <Row
                  key={option.key}
                  id={`${id}-${index}`}
                  option={option}
                  isActive={option === active}
                  onPoint={() => setAt(index)}
                  onChoose={(wantsMessage) => choose(option, wantsMessage)}
                />
              )
            })}
          </div>
        ))}
      </div>
      {options.length === 0 && (
        <p role="status" className="px-4 pt-2 pb-6 text-center text-base text-ink-2">
          Nothing found for “{query}”
        </p>
      )}
      <p
        id={`${id}-keys`}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-sunken px-4 py-2 text-xs text-ink-3 max-sm:hidden"
      >
        <span>
          <Keys keys={['↑', '↓']} /> Move
        </span>
        <span>
          <Keys keys={['Enter']} /> Open
        </span>
        {active?.message !== undefined && (
          <span>
            <Keys keys={['Ctrl', 'Enter']} /> Write a message
          </span>
        )}
        <span>
          <Keys keys={['Esc']} /> Close
        </span>
      </p>
    </TopDialog>
  )
}

/** Lowers the list so that its last visible row is whole: one that is cut in half looks like a fault. */
function endAtRow(list: HTMLElement | null): void {
  if (list === null) return
  list.style.maxHeight = MAX_LIST_HEIGHT
  if (list.scrollHeight <= list.clientHeight) return
  const ends = [...list.querySelectorAll<HTMLElement>('[role="option"]')].map(
    (row) => row.offsetTop - list.offsetTop + row.offsetHeight,
  )
  const end = Math.max(...ends.filter((each) => each <= list.clientHeight))
  list.style.maxHeight = `min(${end}px, 60dvh)`
}

type RowProps = {
  id: string
  option: Option
  isActive: boolean
  onPoint: () => void
  onChoose: (wantsMessage: boolean) => void
}

function Row({ id, option, isActive, onPoint, onChoose }: RowProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={onPoint}
      onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
      className={cx(
        'flex h-control cursor-default items-center gap-2.5 rounded-md px-2.5 text-base text-ink',
        isActive && 'bg-primary-soft',
      )}
    >
      <span className="flex size-6 shrink-0 items-center justify-center text-ink-3">{option.icon}</span>
      <span className="truncate">{option.label}</span>
      {option.hint !== undefined && (
        <span className="min-w-0 flex-1 truncate text-sm text-ink-3">{option.hint}</span>
      )}
      {isActive && option.message !== undefined && (
        // The keyboard has Ctrl and Enter for it: an option must not contain a button.
        <span
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            onChoose(true)
          }}
          className="ml-auto shrink-0 rounded-md px-2 py-1 text-sm font-medium text-primary-ink hover:bg-hover"
        >
          Message
        </span>
      )}
    </div>
  )
}

function groupsOf(options: readonly Option[]): [string, Option[]][] {
  const groups = new Map<string, Option[]>()
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option])
  return [...groups]
}

// The palette's list of options, in groups.
import { useLayoutEffect, useRef } from 'react'

import { cx } from '../../../ui/cx'
import type { Option } from './use-options'

const MAX_LIST_HEIGHT = 'min(24rem, 60dvh)'

type ResultsProps = {
  /** Element id of the list. */
  id: string
  /** Element id of the option at an index. */
  optionId: (index: number) => string
  options: readonly Option[]
  active: Option | undefined
  /** Called when the pointer is over the option at an index. */
  onPoint: (index: number) => void
  onChoose: (option: Option, wantsMessage: boolean) => void
}

export function Results({ id, optionId, options, active, onPoint, onChoose }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => endAtRow(list.current), [options])
  return (
    <div
      ref={list}
      id={id}
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
                id={optionId(index)}
                option={option}
                isActive={option === active}
                onPoint={() => onPoint(index)}
                onChoose={(wantsMessage) => onChoose(option, wantsMessage)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** Makes the list lower so that its last visible row is not cut in half. */
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
        // Not a button, because an option must not contain one. Keyboard users press Ctrl and Enter.
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

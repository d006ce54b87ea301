// The provider's tasks on the website: open ones, and those that a scan has shown to be done.
import { ChevronDown, CircleCheck, MessageCircleQuestionMark, Wrench } from 'lucide-react'
import { use, useState } from 'react'

import { monthDayText } from '../../lib/text/days'
import type { ScanTaskRow } from '../../db/rows/performance'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { ContactContext, useQuestion } from '../../ui/chart/figure'
import { cx } from '../../ui/cx'
import { Panel } from './panel'
import { SCAN } from '../../lib/text/ratings'
import { SCAN_PERIOD } from './rules'

/** `asOf` is the time of the scan that the list is based on. */
export function TasksPanel({ tasks, asOf }: { tasks: readonly ScanTaskRow[]; asOf: string }) {
  const open = tasks.filter((task) => task.is_open).sort((a, b) => b.weight - a.weight)
  const done = tasks
    .filter((task) => !task.is_open)
    .sort((a, b) => ((a.closed_at ?? '') < (b.closed_at ?? '') ? 1 : -1))
  const contact = use(ContactContext)
  return (
    <Panel
      title="Recommendations"
      aside={
        <span className="tabular text-sm text-ink-3">
          {open.length === 0 ? 'all done' : `${open.length} in progress`}
        </span>
      }
    >
      <p className="mb-3 text-base text-ink-2 last:mb-0">
        {open.length === 0
          ? `The scan of ${monthDayText(asOf)} found nothing to improve.`
          : `${contact ?? 'Your team'} takes care of ${open.length === 1 ? 'this' : 'these'}. Nothing for you to do.`}
      </p>
      <ul className="flex flex-col divide-y divide-line">
        {open.map((task) => (
          <OpenTask key={task.id} task={task} />
        ))}
      </ul>
      {open.length > 0 && <QuestionButton tasks={open} asOf={asOf} contact={contact} />}
      {done.length > 0 && <DoneTasks tasks={done} />}
      {open.length > 0 && (
        <p className="mt-3 text-xs text-ink-3">
          Each one closes by itself once a scan shows that it is done.
        </p>
      )}
    </Panel>
  )
}

function OpenTask({ task }: { task: ScanTaskRow }) {
  return (
    <li className="flex gap-3 py-3 first:pt-0 last:pb-0">
      {/* Not a circle, because a circle looks like a checkbox. */}
      <Wrench size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-3" />
      <div className="min-w-0">
        <p className="font-medium break-words text-ink">
          {task.title} {task.reopened > 0 && <Badge tone="warn">Came back</Badge>}
        </p>
        <Detail text={task.detail} />
      </div>
    </li>
  )
}

/** The completed tasks behind a button that shows them. */
function DoneTasks({ tasks }: { tasks: readonly ScanTaskRow[] }) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Button
        size="sm"
        tone="borderless"
        className="mt-3 -ml-2.5"
        icon={
          <ChevronDown
            size={16}
            aria-hidden="true"
            className={cx('transition-transform duration-150', isShown && 'rotate-180')}
          />
        }
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide what is done' : `${tasks.length} done`}
      </Button>
      <ul hidden={!isShown} className="mt-1 flex flex-col gap-3 print:flex [&[hidden]]:hidden">
        {tasks.map((task) => (
          <li key={task.id} className="flex gap-3">
            <CircleCheck size={18} aria-label="Done" className="mt-0.5 shrink-0 text-good" />
            <div className="min-w-0">
              <p className="font-medium break-words text-ink">{task.title}</p>
              <p className="text-sm break-words text-ink-2">
                {task.proof}{' '}
                {task.closed_at !== null && (
                  <span className="whitespace-nowrap text-ink-3">Scan of {monthDayText(task.closed_at)}</span>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The files in the second line are hidden at first, because only the team that fixes them needs them. */
function Detail({ text }: { text: string }) {
  const [sentence, files] = text.split('\n')
  return (
    <>
      <p className="text-sm break-words text-ink-2">{sentence}</p>
      {files !== undefined && (
        <details className="group -mb-2 text-sm text-ink-2">
          <summary className="flex min-h-control-small w-fit cursor-pointer items-center rounded-sm font-medium">
            Details
            <ChevronDown
              size={14}
              aria-hidden="true"
              className="ml-1 transition-transform group-open:rotate-180"
            />
          </summary>
          <p className="mb-2 break-words">Files: {files}</p>
        </details>
      )}
    </>
  )
}

type QuestionProps = { tasks: readonly ScanTaskRow[]; asOf: string; contact: string | null }

/** Opens the conversation with a question about the open tasks. Renders nothing if the user has no conversation. */
function QuestionButton({ tasks, asOf, contact }: QuestionProps) {
  const openQuestion = useQuestion()
  if (openQuestion === null) return null
  const label = tasks.length === 1 && tasks[0] ? tasks[0].title : 'Recommendations'
  return (
    <div className="mt-3 print:hidden">
      <Button
        className="max-sm:w-full"
        icon={<MessageCircleQuestionMark size={18} aria-hidden="true" />}
        onClick={() =>
          openQuestion({
            label,
            value: `${tasks.length} in progress`,
            period: SCAN_PERIOD,
            as_of: asOf,
            source: SCAN,
          })
        }
      >
        Ask {contact ?? 'your team'} about {tasks.length === 1 ? 'this' : 'these'}
      </Button>
    </div>
  )
}

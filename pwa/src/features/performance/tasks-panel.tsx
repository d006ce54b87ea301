// Recommendations for the website, and those that a scan has shown to be done.
import { CircleCheck, Circle } from 'lucide-react'
import { useState } from 'react'

import { monthDayText } from '../../lib/text/days'
import type { ScanTaskRow } from '../../db/rows/rows'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Panel } from './panel'

/** `asOf` is the time of the scan that the list is based on. */
export function TasksPanel({ tasks, asOf }: { tasks: readonly ScanTaskRow[]; asOf: string }) {
  const open = tasks.filter((task) => task.is_open).sort((a, b) => b.weight - a.weight)
  const done = tasks
    .filter((task) => !task.is_open)
    .sort((a, b) => ((a.closed_at ?? '') < (b.closed_at ?? '') ? 1 : -1))
  const [showsDone, setShowsDone] = useState(false)
  return (
    <Panel
      title="Recommendations"
      aside={
        <span className="tabular text-sm text-ink-3">
          {open.length === 0 ? 'nothing to do' : `${open.length} to do`}
        </span>
      }
    >
      {open.length === 0 && (
        <p className="text-base text-ink-2">
          The scan of {monthDayText(asOf)} found nothing that is worth your time.
        </p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {open.map((task) => (
          <li key={task.id} className="flex gap-3 py-3 first:pt-0 last:pb-0">
            <Circle size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-3" />
            <div className="min-w-0">
              <p className="font-medium break-words text-ink">
                {task.title} {task.reopened > 0 && <Badge tone="warn">Came back</Badge>}
              </p>
              <p className="text-sm break-words text-ink-2">{task.detail}</p>
            </div>
          </li>
        ))}
      </ul>
      {done.length > 0 && (
        <>
          <Button
            size="sm"
            tone="quiet"
            className="mt-3 -ml-2.5"
            aria-expanded={showsDone}
            onClick={() => setShowsDone(!showsDone)}
          >
            {showsDone ? 'Hide what is done' : `${done.length} done`}
          </Button>
          <ul hidden={!showsDone} className="mt-1 flex flex-col gap-3 print:flex [&[hidden]]:hidden">
            {done.map((task) => (
              <li key={task.id} className="flex gap-3">
                <CircleCheck size={18} aria-label="Done" className="mt-0.5 shrink-0 text-good" />
                <div className="min-w-0">
                  <p className="font-medium break-words text-ink">{task.title}</p>
                  <p className="text-sm break-words text-ink-2">
                    {task.proof}{' '}
                    {task.closed_at !== null && (
                      <span className="whitespace-nowrap text-ink-3">
                        Scan of {monthDayText(task.closed_at)}
                      </span>
                    )}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-3 text-xs text-ink-3">
        A task closes by itself when the next scan shows that it is done.
      </p>
    </Panel>
  )
}

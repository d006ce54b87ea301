// Skeletons of a client's page: its head and its cards, as large as the content that replaces them.
import { Card } from '../../../ui/card'
import { Skeleton } from '../../../ui/feedback/skeleton'
import './client-page.css'

export function HeadSkeleton() {
  return (
    <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 items-start gap-3">
        <Skeleton className="size-11 shrink-0 rounded-full" />
        <div className="page-head-shape flex flex-col">
          <Skeleton className="h-6 w-48 max-w-full" />
          <Skeleton className="h-4 w-60 max-w-full" />
          <Skeleton className="h-4 w-40 max-w-full" />
        </div>
      </div>
      <Skeleton className="h-control w-60" />
    </div>
  )
}

/** The cards with their titles, because these are the same for every client. */
export function CardsSkeleton() {
  return (
    <div className="client-page">
      <p role="status" className="sr-only">
        Loading the client
      </p>
      <div aria-hidden="true" className="flex min-w-0 flex-col gap-4">
        <Card title="Performance score" aside={<span className="min-h-control-small" />}>
          <div className="flex flex-wrap items-center gap-x-3">
            <span className="score-shape flex items-center">
              <Skeleton className="h-7 w-36" />
            </span>
            <span className="scan-time flex h-5 items-center">
              <Skeleton className="h-3.5 w-24" />
            </span>
          </div>
          <div className="chart-shape mt-3 flex">
            <Skeleton className="flex-1 rounded-md" />
          </div>
        </Card>
        <Card title="Latest reports">
          <div className="divide-y divide-line">
            {lines(4, (row) => (
              <div key={row} className="report-shape flex flex-col justify-center gap-2">
                <Skeleton className="h-4 w-60 max-w-full" />
                <Skeleton className="h-3.5 w-48 max-w-full" />
              </div>
            ))}
          </div>
        </Card>
      </div>
      <div aria-hidden="true" className="flex min-w-0 flex-col gap-4">
        <Card title="Details">
          <div className="client-details">
            {lines(10, (row) => (
              <div key={row} className="contents">
                <Skeleton className="h-3.5 w-24" />
                <Skeleton className="h-3.5 w-36 max-w-full" />
              </div>
            ))}
          </div>
        </Card>
        <Card title="Last messages">
          <div className="flex flex-col gap-3">
            {lines(3, (row) => (
              <div key={row} className="message-shape flex flex-col justify-center gap-2">
                <Skeleton className="h-3.5 w-24" />
                <Skeleton className="h-8" />
              </div>
            ))}
          </div>
          <Skeleton className="mt-3 h-control w-40" />
        </Card>
      </div>
    </div>
  )
}

function lines<Line>(count: number, line: (row: number) => Line): Line[] {
  return Array.from({ length: count }, (_, row) => line(row))
}

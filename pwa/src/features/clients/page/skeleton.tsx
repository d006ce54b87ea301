// Skeleton of a client's page while it loads, in the final shape.
import type { ReactNode } from 'react'

import { Card } from '../../../ui/card'
import { Skeleton } from '../../../ui/feedback/skeleton'

/** The head: picture, name and status, and the buttons. */
export function HeadSkeleton() {
  return (
    <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex items-start gap-3">
        <Skeleton className="size-11 rounded-full" />
        <div className="space-y-2">
          <Skeleton className="h-6 w-48" />
          <Skeleton className="h-4 w-48" />
          <Skeleton className="h-4 w-36" />
        </div>
      </div>
      <div className="flex gap-2">
        <Skeleton className="h-control w-36 rounded-md" />
        <Skeleton className="h-control w-36 rounded-md max-sm:hidden" />
        <Skeleton className="h-control w-20 rounded-md max-sm:hidden" />
      </div>
    </div>
  )
}

/** The score with its chart, the reports, the details and the messages. */
export function PartsSkeleton() {
  return (
    <div role="status" className="client-page">
      <span className="sr-only">Loading the client</span>
      <div className="flex min-w-0 flex-col gap-4">
        <Part>
          <Skeleton className="h-6 w-20" />
          <Skeleton className="mt-4 h-64" />
        </Part>
        <Part>
          <Lines count={4} />
        </Part>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Part>
          <Lines count={8} />
        </Part>
        <Part>
          <Lines count={3} />
        </Part>
      </div>
    </div>
  )
}

function Part({ children }: { children: ReactNode }) {
  return <Card title={<Skeleton className="h-5 w-32" />}>{children}</Card>
}

function Lines({ count }: { count: number }) {
  return (
    <div className="flex flex-col gap-4">
      {Array.from({ length: count }, (_, line) => (
        <Skeleton key={line} className="h-4 w-4/5" />
      ))}
    </div>
  )
}

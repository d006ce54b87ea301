// Skeletons of the chatbot pages, each as large as the content that replaces it.

import { cx } from '../../ui/cx'
import { Skeleton } from '../../ui/feedback/skeleton'

const PANEL = 'overflow-hidden rounded-lg border border-line bg-surface shadow-1'

/** A conversation with a bot: header, a question with its reply, and the question field. */
export function ChatSkeleton() {
  return (
    <div role="status" className="flex min-h-0 flex-1 flex-col bg-canvas">
      <span className="sr-only">Loading your chatbots</span>
      <div className="bot-bar flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-4 py-2.5 lg:px-6">
        <Skeleton className="size-9 rounded-full" />
        <Skeleton className="h-control min-w-24 flex-1 sm:max-w-80" />
        <span className="ml-auto h-control" />
      </div>
      <MessagesSkeleton />
      <div className="shrink-0 border-t border-line bg-surface">
        <div className="mx-auto flex max-w-3xl gap-2 px-3 py-2.5 sm:px-6">
          <Skeleton className="h-control flex-1 rounded-lg" />
          <Skeleton className="h-control w-24" />
        </div>
      </div>
    </div>
  )
}

export function MessagesSkeleton() {
  return (
    <div className="mx-auto w-full max-w-3xl flex-1 space-y-3 overflow-hidden p-4">
      <Skeleton className="ml-auto h-9 w-3/5 rounded-lg" />
      <Skeleton className="h-20 w-3/5 rounded-lg" />
    </div>
  )
}

/** A client's chatbot page: a conversation, and the cards beside it. */
export function PageSkeleton() {
  return (
    <div className="bot-page">
      <div className="bot-chat flex flex-col overflow-hidden rounded-lg border border-line shadow-1">
        <ChatSkeleton />
      </div>
      <div className="space-y-3">
        <Skeleton className="h-48 rounded-lg" />
        <Skeleton className="h-36 rounded-lg" />
      </div>
    </div>
  )
}

/** The content below the tabs of Chatbot Management. */
export function ManagementSkeleton({ tab }: { tab: 'chatbots' | 'training' | 'assignments' }) {
  return (
    <div role="status" aria-label="Loading chatbots" className="space-y-3">
      {tab === 'chatbots' && (
        <div className={PANEL}>
          <div className="h-9 border-b border-line bg-sunken max-md:hidden" />
          <Rows count={3} className="bot-row-shape px-4 py-3" />
        </div>
      )}
      {tab === 'training' && (
        <>
          <div className="flex flex-wrap items-end gap-3">
            <FieldSkeleton />
            <Skeleton className="h-control w-24" />
            <Skeleton className="h-control w-44" />
          </div>
          <Skeleton className="h-24 rounded-lg" />
        </>
      )}
      {tab === 'assignments' && (
        <>
          <FieldSkeleton />
          <div className={cx(PANEL, 'p-4')}>
            <Skeleton className="h-control" />
          </div>
        </>
      )}
      {tab !== 'chatbots' && (
        <div className={PANEL}>
          <Rows count={4} className="px-4 py-3" />
        </div>
      )}
    </div>
  )
}

/** A field with its label. */
function FieldSkeleton() {
  return (
    <div className="min-w-36 flex-1 sm:max-w-80">
      <Skeleton className="mb-1.5 h-4 w-24" />
      <Skeleton className="h-control" />
    </div>
  )
}

function Rows({ count, className }: { count: number; className: string }) {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className={cx('flex items-start gap-3', className)}>
          <Skeleton className="size-9 shrink-0 rounded-full" />
          <div className="flex-1">
            <Skeleton className="h-4 w-40 max-w-full" />
            <Skeleton className="mt-1.5 h-3.5 w-24" />
          </div>
        </div>
      ))}
    </div>
  )
}

// Skeleton of a conversation while its first messages load, in the final shape.
import { cx } from '../../../../ui/cx'
import { Skeleton } from '../../../../ui/feedback/skeleton'

const SHAPES = [
  'h-9 w-48',
  'h-15 w-72',
  'ours h-9 w-60',
  'h-9 w-40',
  'ours h-15 w-72',
  'ours h-9 w-36',
  'h-21 w-72',
  'ours h-9 w-48',
]

export function ThreadSkeleton() {
  return (
    <div role="status" className="@container flex min-h-0 flex-1 flex-col justify-end overflow-hidden">
      <span className="sr-only">Loading messages</span>
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-3 px-3 pb-3 @3xl:px-6">
        {SHAPES.map((shape) => (
          <Skeleton
            key={shape}
            className={cx(
              'max-w-[75%] shrink-0 rounded-lg',
              shape.replace('ours ', ''),
              shape.startsWith('ours') ? 'self-end' : 'ml-9',
            )}
          />
        ))}
      </div>
    </div>
  )
}

/** The same with the header and the composer. */
export function ConversationSkeleton() {
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="h-14 shrink-0 border-b border-line bg-surface" />
      <ThreadSkeleton />
      <div
        // A style instead of a class that no other screen has: the sign-in page loads all classes.
        style={{ paddingBottom: 'calc(var(--control) + 1.25rem + var(--safe-bottom))' }}
        className="shrink-0 border-t border-line bg-surface"
      />
    </div>
  )
}

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

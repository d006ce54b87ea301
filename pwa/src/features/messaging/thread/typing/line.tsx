// Typing indicator. It overlays the last messages, so it moves nothing when it appears.
import type { Role } from '../../../../db/rows/messages'
import { useTypists } from '../../../../live/ephemeral/use-ephemeral'
import { typingText } from './text'

export function TypingLine({ clientId, viewerRole }: { clientId: string; viewerRole: Role }) {
  const text = typingText(useTypists(clientId), viewerRole)
  return (
    <div className="relative z-10 h-0">
      <p
        role="status"
        className="pointer-events-none absolute bottom-0 left-1/2 w-full max-w-3xl -translate-x-1/2 px-3 pb-1 @3xl:px-6"
      >
        {text !== null && (
          <span className="inline-block max-w-full truncate rounded-full border border-line bg-surface px-3 py-0.5 text-sm text-ink-2 shadow-sm">
            {text}
          </span>
        )}
      </p>
    </div>
  )
}

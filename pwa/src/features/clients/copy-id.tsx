// An id that a press copies. It is pale, because only support requests need it.
import { useCopy } from '../../ui/hooks/use-copy'

export function CopyId({ id }: { id: string }) {
  const [message, copy] = useCopy(id)
  return (
    <button
      type="button"
      title="Copy ID"
      onClick={copy}
      className="copy-id flex max-w-full items-center gap-2 text-left text-xs text-ink-3 hover:text-ink"
    >
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="sr-only">Copy </span>ID <span className="font-mono">{id}</span>
      </span>
      <span aria-live="polite" className="shrink-0 font-medium text-good">
        {message}
      </span>
    </button>
  )
}

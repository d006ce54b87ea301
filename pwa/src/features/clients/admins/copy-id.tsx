// The end of an id, which a press copies whole. It is pale, because only support needs it.
import { Copy } from 'lucide-react'

import { useCopy } from '../../../ui/hooks/use-copy'

/** The end, because ids begin with the time, so those of the same day begin alike. */
const SHOWN = 8

export function CopyId({ id }: { id: string }) {
  const [message, copy] = useCopy(id)
  return (
    <button type="button" title={`Copy ID ${id}`} onClick={copy} className="copy-id hover:text-ink">
      <span>
        <span className="sr-only">Copy </span>ID{' '}
        <span aria-hidden="true" className="font-mono">
          {id.length > SHOWN ? `…${id.slice(-SHOWN)}` : id}
        </span>
        <span className="sr-only">{id}</span>
      </span>
      {message === null && <Copy size={13} aria-hidden="true" />}
      <span aria-live="polite" className="font-medium text-good">
        {message}
      </span>
    </button>
  )
}

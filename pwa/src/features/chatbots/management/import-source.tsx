// The first step of an import: the page, document or API to read.
import { useId, useState } from 'react'

import { toBase64 } from '../../../lib/base64'
import { ADDRESS_MAX } from '../../../lib/limits.gen'
import { SelectField } from '../../../ui/form/select-field'
import { TextField } from '../../../ui/form/text-field'
import type { Source } from '../remote'
import { SOURCE_LABEL } from '../rules'

const KINDS = ['url', 'document', 'api'] as const
const BYTES_MAX = 3 * 1024 * 1024
const TOO_LARGE = 'The document must be smaller than 3 MB'

export const EMPTY_SOURCE: Source = { source_type: 'url', url: null, name: '', file: '' }

type SourceFieldsProps = {
  source: Source
  onChange: (source: Source) => void
  /** Called when the kind of source changes. */
  onKind: () => void
}

export function SourceFields({ source, onChange, onKind }: SourceFieldsProps) {
  return (
    <>
      <SelectField
        label="Source"
        value={source.source_type}
        options={KINDS.map((kind) => [kind, SOURCE_LABEL[kind]] as const)}
        onChange={(event) => {
          const kind = KINDS.find((one) => one === event.target.value)
          if (kind !== undefined) onChange({ ...EMPTY_SOURCE, source_type: kind })
          onKind()
        }}
      />
      {source.source_type === 'document' ? (
        <DocumentField onChange={(name, file) => onChange({ ...source, name, file })} />
      ) : (
        <TextField
          label="Address"
          inputMode="url"
          autoCapitalize="none"
          maxLength={ADDRESS_MAX}
          placeholder="https://"
          value={source.url ?? ''}
          onChange={(event) => onChange({ ...source, url: event.target.value })}
        />
      )}
    </>
  )
}

/** `onChange` gets the file's name and its content in base64; both are empty if the file is too large. */
function DocumentField({ onChange }: { onChange: (name: string, file: string) => void }) {
  const [isTooLarge, setTooLarge] = useState(false)
  const id = useId()
  const choose = async (chosen: File) => {
    setTooLarge(chosen.size > BYTES_MAX)
    if (chosen.size > BYTES_MAX) onChange('', '')
    else onChange(chosen.name, await toBase64(chosen))
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink">
        Document
      </label>
      <input
        id={id}
        type="file"
        accept=".pdf,.docx,.txt,.md,.csv,.json,.html,.htm"
        aria-describedby={isTooLarge ? `${id}-wrong` : undefined}
        // Clear the value, because the browser fires no change event for the same file.
        onClick={(event) => {
          event.currentTarget.value = ''
          onChange('', '')
        }}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          if (chosen !== undefined) void choose(chosen)
        }}
        className="bot-file text-base"
      />
      {isTooLarge && (
        <p id={`${id}-wrong`} role="alert" className="mt-1.5 text-sm text-bad">
          {TOO_LARGE}
        </p>
      )}
    </div>
  )
}

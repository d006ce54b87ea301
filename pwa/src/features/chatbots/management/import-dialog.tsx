// Imports training data from a page, document or API. The server extracts it and the admin reviews it first.
import { useId, useState } from 'react'

import { countedText } from '../../../lib/text/numbers'
import type { ChatbotRow } from '../../../db/rows/bots'
import { inBase64 } from '../../../lib/base64'
import { uuid7 } from '../../../lib/uuid7'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { SelectField } from '../../../ui/form/select-field'
import { TextField } from '../../../ui/form/text-field'
import { SUCCESS_TEXTS, importTraining, readSource } from '../mutations'
import type { TrainingExample, Source } from '../remote'
import { SOURCE_LABEL } from '../rules'
import { ADDRESS_MAX } from '../../../lib/limits.gen'
import { useAction } from '../use-action'

const KINDS = ['url', 'document', 'api'] as const
const HINTS = {
  url: 'Each heading with the text below it becomes a question with its answer.',
  document: 'PDF, Word (.docx), text, Markdown, CSV (question, answer), JSON or HTML, of at most 3 MB.',
  api: 'It answers with JSON: a list of objects that have a question and an answer.',
}
const BYTES_MAX = 3 * 1024 * 1024
const TOO_LARGE = 'The document must be smaller than 3 MB'

/** `id` is the id of the future row, so a repeated import creates no duplicate. */
type ImportedExample = TrainingExample & { id: string }

export function ImportDialog({ bot, onClosed }: { bot: ChatbotRow; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [source, setSource] = useState<Source>({ source_type: 'url', url: null, name: '', file: '' })
  const [examples, setExamples] = useState<ImportedExample[] | null>(null)
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const [tooLarge, setTooLarge] = useState(false)
  const action = useAction()
  const form = useId()
  const file = useId()
  const selected = examples?.filter(({ id }) => !excluded.has(id)) ?? []
  const canRead =
    source.source_type === 'document' ? source.file !== '' : /^https?:\/\/\S+$/i.test(source.url ?? '')
  const close = () => {
    setOpen(false)
    onClosed()
  }
  const back = () => {
    action.forget()
    setExamples(null)
  }
  const readExamples = () =>
    void action.run(async () => {
      const outcome = await readSource(source)
      if (outcome.is === 'done') {
        setExamples(outcome.value.map((example) => ({ id: uuid7(), ...example })))
        setExcluded(new Set())
      }
      return outcome
    })
  const store = async () => {
    if (await action.run(() => importTraining(bot.id, source, selected), SUCCESS_TEXTS.addTraining)) close()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Import Training Data"
      description={
        examples === null
          ? HINTS[source.source_type]
          : `${countedText(examples.length, 'question')} found. Leave out what ${bot.bot_name} should not learn.`
      }
      actions={
        examples === null ? (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" form={form} tone="primary" busy={action.busy} disabled={!canRead}>
              Read it
            </Button>
          </>
        ) : (
          <>
            <Button onClick={back}>Back</Button>
            <Button
              tone="primary"
              busy={action.busy}
              disabled={selected.length === 0}
              onClick={() => void store()}
            >
              Import {countedText(selected.length, 'row')}
            </Button>
          </>
        )
      }
    >
      {action.error !== null && <Alert className="mb-4">{action.error}</Alert>}
      {examples === null ? (
        <form
          id={form}
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (canRead) readExamples()
          }}
        >
          <SelectField
            label="Source"
            value={source.source_type}
            options={KINDS.map((kind) => [kind, SOURCE_LABEL[kind]] as const)}
            onChange={(event) => {
              const kind = KINDS.find((one) => one === event.target.value)
              if (kind !== undefined) setSource({ source_type: kind, url: null, name: '', file: '' })
              setTooLarge(false)
              action.forget()
            }}
          />
          {source.source_type === 'document' ? (
            <div>
              <label htmlFor={file} className="mb-1.5 block text-sm font-medium text-ink">
                Document
              </label>
              <input
                id={file}
                type="file"
                accept=".pdf,.docx,.txt,.md,.csv,.json,.html,.htm"
                aria-describedby={tooLarge ? `${file}-wrong` : undefined}
                onChange={(event) => {
                  const chosen = event.target.files?.[0]
                  if (chosen === undefined) return
                  setTooLarge(chosen.size > BYTES_MAX)
                  if (chosen.size > BYTES_MAX) setSource({ ...source, file: '' })
                  else
                    void inBase64(chosen).then((content) =>
                      setSource({ source_type: 'document', url: null, name: chosen.name, file: content }),
                    )
                }}
                className="bot-file text-base"
              />
              {tooLarge && (
                <p id={`${file}-wrong`} role="alert" className="mt-1.5 text-sm text-bad">
                  {TOO_LARGE}
                </p>
              )}
            </div>
          ) : (
            <TextField
              label="Address"
              inputMode="url"
              autoCapitalize="none"
              maxLength={ADDRESS_MAX}
              placeholder="https://"
              value={source.url ?? ''}
              onChange={(event) => setSource({ ...source, url: event.target.value })}
            />
          )}
        </form>
      ) : (
        <ul aria-label="What was found" className="space-y-3">
          {examples.map((example) => (
            <li key={example.id}>
              <label className="flex gap-3">
                <input
                  type="checkbox"
                  checked={!excluded.has(example.id)}
                  onChange={() =>
                    setExcluded((before) =>
                      before.has(example.id)
                        ? new Set([...before].filter((one) => one !== example.id))
                        : new Set([...before, example.id]),
                    )
                  }
                  className="mt-1 size-4 shrink-0 accent-primary"
                />
                <span className="min-w-0">
                  <span className="block text-base font-medium break-words text-ink">{example.question}</span>
                  <span className="bot-lines text-sm break-words whitespace-pre-wrap text-ink-2">
                    {example.answer}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

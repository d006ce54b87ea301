// Training from a page, a document or an API: read by the server, looked at here, and only then stored.
import { useId, useState } from 'react'

import type { ChatbotRow } from '../../db/bot-rows'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { SelectField } from '../../ui/select-field'
import { TextField } from '../../ui/text-field'
import { DONE, importTraining, type Lesson, readSource, type Source } from './mutations'
import { counted, SOURCE_LABEL } from './rules'
import { useDoing } from './use-doing'

const KINDS = ['url', 'document', 'api'] as const
const HINTS = {
  url: 'Each heading with the text below it becomes a question with its answer.',
  document: 'Text, Markdown, CSV (question, answer), JSON or HTML.',
  api: 'It answers with JSON: a list of objects that have a question and an answer.',
}
/** What is read of a document, in signs. */
const MOST_SIGNS = 500_000

export function ImportDialog({ bot, onClosed }: { bot: ChatbotRow; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [source, setSource] = useState<Source>({ source_type: 'url', url: null, name: '', text: '' })
  const [found, setFound] = useState<Lesson[] | null>(null)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const doing = useDoing()
  const form = useId()
  const file = useId()
  const kept = found?.filter((_, index) => !left.has(index)) ?? []
  const canRead = source.source_type === 'document' ? source.text !== '' : /^https?:\/\/\S+$/i.test(source.url ?? '')
  const close = () => {
    setOpen(false)
    onClosed()
  }
  const look = () =>
    void doing.run(async () => {
      const outcome = await readSource(source)
      if (outcome.is === 'done') {
        setFound(outcome.value)
        setLeft(new Set())
      }
      return outcome
    })
  const store = async () => {
    if (await doing.run(() => importTraining(bot.id, source, kept), DONE.addTraining)) close()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Import Training Data"
      description={found === null ? HINTS[source.source_type] : `${counted(found.length, 'question')} found. Leave out what ${bot.bot_name} should not learn.`}
      actions={
        found === null ? (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" form={form} tone="primary" busy={doing.busy} disabled={!canRead}>
              Read it
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => setFound(null)}>Back</Button>
            <Button tone="primary" busy={doing.busy} disabled={kept.length === 0} onClick={() => void store()}>
              Import {counted(kept.length, 'row')}
            </Button>
          </>
        )
      }
    >
      {doing.error !== null && <Alert className="mb-4">{doing.error}</Alert>}
      {found === null ? (
        <form
          id={form}
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (canRead) look()
          }}
        >
          <SelectField
            label="Source"
            value={source.source_type}
            options={KINDS.map((kind) => [kind, SOURCE_LABEL[kind]] as const)}
            onChange={(event) => {
              const kind = KINDS.find((one) => one === event.target.value)
              if (kind !== undefined) setSource({ source_type: kind, url: null, name: '', text: '' })
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
                accept=".txt,.md,.csv,.json,.html,.htm"
                onChange={(event) => {
                  const chosen = event.target.files?.[0]
                  if (chosen === undefined) return
                  void chosen.text().then((text) => setSource({ source_type: 'document', url: null, name: chosen.name, text: text.slice(0, MOST_SIGNS) }))
                }}
                className="bot-file text-base"
              />
            </div>
          ) : (
            <TextField
              label="Address"
              inputMode="url"
              autoCapitalize="none"
              maxLength={2000}
              placeholder="https://"
              value={source.url ?? ''}
              onChange={(event) => setSource({ ...source, url: event.target.value })}
            />
          )}
        </form>
      ) : (
        <ul aria-label="What was found" className="space-y-3">
          {found.map((lesson, index) => (
            <li key={`${index} ${lesson.question}`}>
              <label className="flex gap-3">
                <input
                  type="checkbox"
                  checked={!left.has(index)}
                  onChange={() => setLeft((before) => (before.has(index) ? new Set([...before].filter((one) => one !== index)) : new Set([...before, index])))}
                  className="mt-1 size-4 shrink-0 accent-primary"
                />
                <span className="min-w-0">
                  <span className="block text-base font-medium break-words text-ink">{lesson.question}</span>
                  <span className="bot-lines text-sm break-words whitespace-pre-wrap text-ink-2">{lesson.answer}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

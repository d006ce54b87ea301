// Imports training data from a page, document or API. The server extracts it and the admin reviews it first.
import { useId, useState } from 'react'

import { countedText } from '../../../lib/text/numbers'
import type { ChatbotRow } from '../../../db/rows/bots'
import { uuid7 } from '../../../lib/ids/uuid7'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { useAction } from '../../../ui/hooks/use-action'
import { Dialog } from '../../../ui/overlay/dialog'
import { SUCCESS_TEXTS, importTraining, readSource } from '../mutations'
import { type ImportedExample, ImportReview } from './import-review'
import { EMPTY_SOURCE, SourceFields } from './import-source'

const HINTS = {
  url: 'Each heading with the text below it becomes a question with its answer.',
  document: 'PDF, Word (.docx), text, Markdown, CSV (question, answer), JSON or HTML, of at most 3 MB.',
  api: 'It answers with JSON: a list of objects that have a question and an answer.',
}

export function ImportDialog({ bot, onClosed }: { bot: ChatbotRow; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [source, setSource] = useState(EMPTY_SOURCE)
  const [examples, setExamples] = useState<ImportedExample[] | null>(null)
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const action = useAction()
  const form = useId()
  const selected = examples?.filter(({ id }) => !excluded.has(id)) ?? []
  const canRead =
    source.source_type === 'document' ? source.file !== '' : /^https?:\/\/\S+$/i.test(source.url ?? '')
  const close = () => {
    setOpen(false)
    onClosed()
  }
  const back = () => {
    action.setError(null)
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
          <SourceFields source={source} onChange={setSource} onKind={() => action.setError(null)} />
        </form>
      ) : (
        <ImportReview examples={examples} excluded={excluded} onChange={setExcluded} />
      )}
    </Dialog>
  )
}

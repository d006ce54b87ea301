// The Google sheet with the chats of a client's website, as they see it on their Chatbot page.
import { useState } from 'react'

import type { SheetRow } from '../../db/bot-rows'
import type { ClientRow } from '../../db/rows'
import { useStored } from '../../live/live'
import { TextField } from '../../ui/text-field'
import { useSubmit } from '../../ui/use-submit'
import { saveHistory } from './actions'
import { FormDialog } from './form-dialog'

type HistoryDialogProps = { client: ClientRow; onClose: () => void; onDone: (text: string) => void }

export function HistoryDialog(props: HistoryDialogProps) {
  const stored = useStored(async (replica) => ({ row: await replica.chat_histories.get(props.client.id) }), [props.client.id])
  return stored && <Form {...props} stored={stored.row} />
}

function Form({ client, onClose, onDone, stored }: HistoryDialogProps & { stored: SheetRow | undefined }) {
  const [url, setUrl] = useState(stored?.sheets_url ?? '')
  const form = useSubmit(async () => {
    const refused = await saveHistory(client.id, url)
    if (refused !== null) return refused.field === null ? { message: refused.message } : refused
    onDone('Chat history saved successfully')
    return null
  })
  return (
    <FormDialog title="Chat History" lead={client.company_name} action="Save History" form={form} fields={['sheet']} onClose={onClose}>
      <TextField
        label="Google Sheets URL"
        name="sheet"
        type="url"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        required
        placeholder="https://docs.google.com/spreadsheets/d/…"
        value={url}
        error={form.errorOf('sheet')}
        hint="Whoever may open the sheet at Google sees it on their Chatbot page."
        onChange={(event) => {
          setUrl(event.target.value)
          form.forget('sheet')
        }}
      />
    </FormDialog>
  )
}

// Dialogs for a client's Chatbot page: the chatbot's script, and the Google sheet with its chats.
import { useState } from 'react'

import type { ClientRow } from '../../../db/rows/clients'
import type { Replica } from '../../../db/schema'
import { useRows } from '../../../live/view'
import { TextArea } from '../../../ui/form/text-area'
import { TextField } from '../../../ui/form/text-field'
import { useSubmit } from '../../../ui/form/use-submit'
import { saveHistory, saveScript } from '../actions'
import { FormDialog } from './form-dialog'

const KINDS = {
  // The dialog shows the script as text and never runs it.
  script: {
    title: 'Chatbot Script',
    name: 'script',
    label: 'Script',
    action: 'Save Script',
    hint: 'Paste all of it, from <script> to </script>. They copy it from their Chatbot page; it runs in a sandbox.',
    stored: async (replica: Replica, id: string) => (await replica.chatbot_embeds.get(id))?.embed_url,
    save: saveScript,
    success: 'Chatbot script saved successfully',
  },
  history: {
    title: 'Chat history',
    name: 'sheet',
    label: 'Google Sheets URL',
    action: 'Save History',
    hint: 'Only people with access to the sheet can see it.',
    stored: async (replica: Replica, id: string) => (await replica.chat_histories.get(id))?.sheets_url,
    save: saveHistory,
    success: 'Chat history saved successfully',
  },
} as const

type PageDialogProps = {
  kind: keyof typeof KINDS
  client: ClientRow
  onClose: () => void
  onDone: (text: string) => void
}

export function PageDialog(props: PageDialogProps) {
  const { kind, client } = props
  const stored = useRows(
    'w',
    async (replica) => ({ text: (await KINDS[kind].stored(replica, client.id)) ?? '' }),
    [kind, client.id],
    ({ text }) => text !== '',
  )
  return stored.is === 'ready' && <Form {...props} stored={stored.text} />
}

function Form({ kind, client, onClose, onDone, stored }: PageDialogProps & { stored: string }) {
  const { title, name, label, action, hint, save, success } = KINDS[kind]
  const [text, setText] = useState(stored)
  const form = useSubmit(async () => {
    const error = await save(client.id, text)
    if (error !== null) return error.field === null ? { message: error.message } : error
    onDone(success)
    return null
  })
  const field = {
    label,
    name,
    hint,
    autoCapitalize: 'none',
    autoComplete: 'off',
    required: true,
    value: text,
    error: form.errorOf(name),
    onChange: (event: { target: { value: string } }) => {
      setText(event.target.value)
      form.forget(name)
    },
  } as const
  return (
    <FormDialog
      title={title}
      lead={client.company_name}
      action={action}
      form={form}
      fields={[name]}
      onClose={onClose}
    >
      {kind === 'script' ? (
        <TextArea rows={7} spellCheck={false} className="[&_textarea]:font-mono" {...field} />
      ) : (
        <TextField
          type="url"
          inputMode="url"
          placeholder="https://docs.google.com/spreadsheets/d/…"
          {...field}
        />
      )}
    </FormDialog>
  )
}

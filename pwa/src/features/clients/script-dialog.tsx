// The script of a client's chatbot, as they copy it from their page. Here it is text, and never runs.
import { useState } from 'react'

import type { EmbedRow } from '../../db/bot-rows'
import type { ClientRow } from '../../db/rows'
import { useStored } from '../../live/live'
import { TextArea } from '../../ui/text-area'
import { useSubmit } from '../../ui/use-submit'
import { saveScript } from './actions'
import { FormDialog } from './form-dialog'

type ScriptDialogProps = { client: ClientRow; onClose: () => void; onDone: (text: string) => void }

export function ScriptDialog(props: ScriptDialogProps) {
  const stored = useStored(async (replica) => ({ row: await replica.chatbot_embeds.get(props.client.id) }), [props.client.id])
  return stored && <Form {...props} stored={stored.row} />
}

function Form({ client, onClose, onDone, stored }: ScriptDialogProps & { stored: EmbedRow | undefined }) {
  const [script, setScript] = useState(stored?.embed_url ?? '')
  const form = useSubmit(async () => {
    const refused = await saveScript(client.id, script)
    if (refused !== null) return refused.field === null ? { message: refused.message } : refused
    onDone('Chatbot script saved successfully')
    return null
  })
  return (
    <FormDialog title="Chatbot Script" lead={client.company_name} action="Save Script" form={form} fields={['script']} onClose={onClose}>
      <TextArea
        label="Script"
        name="script"
        rows={7}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        required
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
        value={script}
        error={form.errorOf('script')}
        hint="Paste all of it, from <script> to </script>. They copy it from their Chatbot page; there it runs shut off from everything else."
        onChange={(event) => {
          setScript(event.target.value)
          form.forget('script')
        }}
      />
    </FormDialog>
  )
}

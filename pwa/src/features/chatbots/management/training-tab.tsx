// Tab of a bot's training data, open questions, and saved questions.
import { Download, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'

import type { TrainingRow } from '../../../db/rows/bots'
import { Button } from '../../../ui/button'
import { SelectField } from '../../../ui/form/select-field'
import { NoBots } from '../chat/panel'
import { ImportDialog } from './import-dialog'
import type { Managed } from '../queries'
import { QuestionsPanel } from './questions-panel'
import { TrainingDialog } from './training-dialog'
import { TrainingList } from './training-list'

type TrainingTabProps = {
  managed: Managed
  isOffline: boolean
  chosen: string | null
  onChoose: (botId: string) => void
}
type DialogState = { is: 'add' } | { is: 'import' } | { is: 'edit'; row: TrainingRow }

export function TrainingTab({ managed, isOffline, chosen, onChoose }: TrainingTabProps) {
  const [dialog, setDialog] = useState<DialogState | null>(null)
  // The tab's badge counts open questions, so open at one; do not leave that bot when its last one is answered.
  const [first] = useState(() => managed.bots.find(({ id }) => hasOpenQuestion(managed, id))?.id)
  const botOf = (requested: string | null | undefined) => managed.bots.find(({ id }) => id === requested)
  const bot = botOf(chosen) ?? botOf(first) ?? managed.bots[0]
  const botId = bot?.id
  const rows = useMemo(
    () => managed.training.filter((row) => row.chatbot_id === botId),
    [managed.training, botId],
  )
  if (bot === undefined) return <NoBots>Create a chatbot first, then teach it.</NoBots>
  const close = () => setDialog(null)
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Chatbot"
          value={bot.id}
          options={managed.bots.map((one) => [one.id, one.bot_name] as const)}
          onChange={(event) => onChoose(event.target.value)}
          className="min-w-36 flex-1 sm:max-w-80"
        />
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            disabled={isOffline}
            onClick={() => setDialog({ is: 'import' })}
          >
            Import
          </Button>
          <Button
            tone="primary"
            icon={<Plus size={17} aria-hidden="true" />}
            disabled={isOffline}
            onClick={() => setDialog({ is: 'add' })}
          >
            Add Training Data
          </Button>
        </div>
      </div>
      <QuestionsPanel key={bot.id} bot={bot} managed={managed} isOffline={isOffline} />
      <TrainingList
        bot={bot}
        rows={rows}
        isOffline={isOffline}
        onEdit={(row) => setDialog({ is: 'edit', row })}
      />
      {dialog?.is === 'add' && <TrainingDialog bot={bot} onClosed={close} />}
      {dialog?.is === 'edit' && <TrainingDialog bot={bot} row={dialog.row} onClosed={close} />}
      {dialog?.is === 'import' && <ImportDialog bot={bot} onClosed={close} />}
    </div>
  )
}

function hasOpenQuestion({ questions }: Managed, botId: string): boolean {
  return questions.some(({ chatbot_id, stand }) => chatbot_id === botId && stand === 'open')
}

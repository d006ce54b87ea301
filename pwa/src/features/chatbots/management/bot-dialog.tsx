// Dialog that creates or edits a chatbot.
import type { ChatbotRow } from '../../../db/rows/bots'
import { isVisible } from '../../../lib/text/visible'
import { useDraft } from '../../../live/use-draft'
import { TextArea } from '../../../ui/form/text-area'
import { TextField } from '../../../ui/form/text-field'
import { createBot, SUCCESS_TEXTS, editBot } from '../mutations'
import { addressError } from '../rules'
import {
  ADDRESS_MAX,
  BOT_CATEGORY_MAX,
  BOT_DESCRIPTION_MAX,
  BOT_NAME_MAX,
  MODEL_MAX,
} from '../../../lib/limits.gen'
import { useAction } from '../../../ui/hooks/use-action'
import { type SentRow, useStableId } from '../use-stable-id'
import { DraftDialog } from './draft-dialog'

/** `onClosed` runs when the dialog closes. */
export function BotDialog({ bot, onClosed }: { bot?: ChatbotRow; onClosed?: () => void }) {
  const draft = useDraft(`bot:${bot?.id ?? 'new'}`, fieldsOf(bot))
  const { name, category, description, avatar, model } = draft.fields
  const action = useAction()
  const idOf = useStableId(draft)
  const avatarError = addressError(avatar)
  const isMissing =
    bot !== undefined && avatar !== '' && avatar === bot.avatar_url && (bot.avatar ?? '') === ''
  const canSave = isVisible(name) && isVisible(category) && avatarError === undefined
  const save = () => {
    const details = {
      bot_name: name,
      category,
      description,
      avatar_url: avatar === '' ? null : avatar,
      model_preference: model.trim() === '' ? null : model.trim(),
    }
    return action.run(
      () => (bot === undefined ? createBot(idOf(details), details) : editBot(bot.id, details)),
      bot === undefined ? SUCCESS_TEXTS.create : SUCCESS_TEXTS.edit,
    )
  }
  return (
    <DraftDialog
      title={bot === undefined ? 'Create Chatbot' : `Edit ${bot.bot_name}`}
      description={
        bot === undefined ? 'A new chatbot starts in training: only admins can chat with it.' : undefined
      }
      submit={bot === undefined ? 'Create Chatbot' : 'Save'}
      draft={draft}
      action={action}
      canSave={canSave}
      save={save}
      onClosed={onClosed}
    >
      <TextField
        label="Bot Name"
        name="bot_name"
        required
        maxLength={BOT_NAME_MAX}
        value={name}
        onChange={(event) => draft.change({ name: event.target.value })}
      />
      <TextField
        label="Category"
        name="category"
        required
        maxLength={BOT_CATEGORY_MAX}
        placeholder="Customer Support"
        value={category}
        onChange={(event) => draft.change({ category: event.target.value })}
      />
      <TextArea
        label="Description"
        name="description"
        maxLength={BOT_DESCRIPTION_MAX}
        hint="Shown to users and used as context."
        value={description}
        onChange={(event) => draft.change({ description: event.target.value })}
      />
      <TextField
        label="Avatar URL"
        name="avatar_url"
        inputMode="url"
        autoCapitalize="none"
        maxLength={ADDRESS_MAX}
        placeholder="https://"
        hint={
          isMissing
            ? 'No picture could be fetched from there. Save to try again.'
            : 'Optional. A picture (PNG, JPEG, GIF or WebP), which we fetch once and keep.'
        }
        error={avatarError}
        value={avatar}
        onChange={(event) => draft.change({ avatar: event.target.value })}
      />
      <TextField
        label="Model"
        name="model_preference"
        autoCapitalize="none"
        maxLength={MODEL_MAX}
        placeholder="By the client's plan"
        hint="Optional. A client's own model comes first."
        value={model}
        onChange={(event) => draft.change({ model: event.target.value })}
      />
    </DraftDialog>
  )
}

function fieldsOf(bot: ChatbotRow | undefined) {
  return {
    name: bot?.bot_name ?? '',
    category: bot?.category ?? '',
    description: bot?.description ?? '',
    avatar: bot?.avatar_url ?? '',
    model: bot?.model_preference ?? '',
    sent: null as SentRow | null,
  }
}

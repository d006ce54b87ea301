// Dialog that creates or edits a chatbot.
import { useId, useState } from 'react'

import type { ChatbotRow } from '../../../db/rows/bots'
import { isVisible } from '../../../lib/text/visible'
import { useDraft } from '../../../live/use-draft'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { RestoredNote } from '../../../ui/form/restored-note'
import { TextArea } from '../../../ui/form/text-area'
import { TextField } from '../../../ui/form/text-field'
import { createBot, SUCCESS_TEXTS, editBot } from '../mutations'
import { useAction } from '../use-action'
import { useStableId } from '../use-stable-id'

/** The caller mounts a new instance for each opening. `onClosed` runs when it closes. */
export function BotDialog({ bot, onClosed }: { bot?: ChatbotRow; onClosed?: () => void }) {
  const [open, setOpen] = useState(true)
  const draft = useDraft(`bot:${bot?.id ?? 'new'}`, fieldsOf(bot))
  const { name, category, description, avatar, model } = draft.fields
  const action = useAction()
  const idOf = useStableId()
  const form = useId()
  const avatarError =
    avatar === '' || /^https?:\/\/\S+$/i.test(avatar) ? undefined : 'An address begins with https://'
  const isMissing =
    bot !== undefined && avatar !== '' && avatar === bot.avatar_url && (bot.avatar ?? '') === ''
  const canSave = isVisible(name) && isVisible(category) && avatarError === undefined
  const close = () => {
    setOpen(false)
    onClosed?.()
  }
  const save = async () => {
    if (!canSave) return
    const details = {
      bot_name: name,
      category,
      description,
      avatar_url: avatar === '' ? null : avatar,
      model_preference: model.trim() === '' ? null : model.trim(),
    }
    if (
      await action.run(
        () => (bot === undefined ? createBot(idOf(details), details) : editBot(bot.id, details)),
        bot === undefined ? SUCCESS_TEXTS.create : SUCCESS_TEXTS.edit,
      )
    ) {
      void draft.saved()
      close()
    }
  }
  const cancel = () => {
    draft.reset()
    close()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={bot === undefined ? 'Create Chatbot' : `Edit ${bot.bot_name}`}
      description={
        bot === undefined ? 'A new chatbot starts in training: only admins can chat with it.' : undefined
      }
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" form={form} tone="primary" busy={action.busy} disabled={!canSave}>
            {bot === undefined ? 'Create Chatbot' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {action.error !== null && <Alert>{action.error}</Alert>}
        {draft.isRestored && <RestoredNote onReset={draft.reset} />}
        <TextField
          label="Bot Name"
          name="bot_name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => draft.change({ name: event.target.value })}
        />
        <TextField
          label="Category"
          name="category"
          required
          maxLength={100}
          placeholder="Customer Support"
          value={category}
          onChange={(event) => draft.change({ category: event.target.value })}
        />
        <TextArea
          label="Description"
          name="description"
          maxLength={4000}
          hint="Optional. The model is told, and people who chat see it."
          value={description}
          onChange={(event) => draft.change({ description: event.target.value })}
        />
        <TextField
          label="Avatar URL"
          name="avatar_url"
          inputMode="url"
          autoCapitalize="none"
          maxLength={2000}
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
          maxLength={100}
          placeholder="By the client's plan"
          hint="Optional. A client's own model comes first."
          value={model}
          onChange={(event) => draft.change({ model: event.target.value })}
        />
      </form>
    </Dialog>
  )
}

function fieldsOf(bot: ChatbotRow | undefined) {
  return {
    name: bot?.bot_name ?? '',
    category: bot?.category ?? '',
    description: bot?.description ?? '',
    avatar: bot?.avatar_url ?? '',
    model: bot?.model_preference ?? '',
  }
}

// /dashboard/chatbot: a client's chats with bots, the chat sheet, their website's live chat, and its code.
import './chatbots.css'

import { Bot, ExternalLink, FileSpreadsheet, Store } from 'lucide-react'
import { useState } from 'react'

import { NO_CLIENT, NO_CLIENT_TITLE } from '../../lib/text/client-errors'
import { useLive, useSyncStatus } from '../../live/live'
import { useMember } from '../../live/view'
import { Button, buttonClass } from '../../ui/button'
import { Card } from '../../ui/card'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadError } from '../../ui/feedback/load-error'
import { BackLink } from '../../ui/layout/back-link'
import { Page } from '../../ui/layout/page'
import { ChatPanel } from './chat/panel'
import { TeamQuestionContext } from './chat/team-question'
import { LiveChat } from './live-chat'
import { MarketplaceDialog } from './marketplace/dialog'
import { ERROR_TEXTS } from './error-texts'
import { useBots, useChatbotPage } from './queries'
import { sheetEmbed } from './rules'
import { PageSkeleton } from './skeletons'

const LEAD = 'Ask it what your customers would ask.'

type ChatbotScreenProps = {
  /** The address of the client's dashboard, for the link back. */
  homePath: string
  /** Opens the team's thread with a question; null where the user cannot write to the team. */
  onTeamQuestion: ((question: string) => void) | null
}

export function ChatbotScreen({ homePath, onTeamQuestion }: ChatbotScreenProps) {
  const member = useMember()
  if (member.is === 'ready' && member.role === 'admin') {
    return (
      <EmptyState
        icon={<Bot size={22} aria-hidden="true" />}
        title="This page is for clients"
        heading="h1"
        className="flex-1"
      >
        Try your chatbots in the Chat Interface.
      </EmptyState>
    )
  }
  if (member.is === 'ready' && member.client_id === null) {
    return (
      <EmptyState
        icon={<Bot size={22} aria-hidden="true" />}
        title={NO_CLIENT_TITLE}
        heading="h1"
        className="flex-1"
      >
        {NO_CLIENT}
      </EmptyState>
    )
  }
  return (
    <TeamQuestionContext value={onTeamQuestion}>
      <OwnPage homePath={homePath} clientId={member.is === 'ready' ? member.client_id : null} />
    </TeamQuestionContext>
  )
}

/** `clientId` is null until the membership is loaded. */
function OwnPage({ homePath, clientId }: { homePath: string; clientId: string | null }) {
  const page = useChatbotPage(clientId)
  const bots = useBots()
  const { isShared } = useLive()
  // Wait for both, because they share a column and the later one would push the other down.
  const view = page.is === 'ready' && bots.is !== 'ready' && isShared !== true ? bots : page
  const [isShopping, setShopping] = useState(false)
  const marketplace = <MarketplaceButton onOpen={() => setShopping(true)} />
  const hasBots = bots.is === 'ready' && bots.bots.length > 0
  const embed = page.is === 'ready' ? page.embed : undefined
  const hasLead = hasBots || embed !== undefined || view.is === 'loading'
  return (
    <Page back={<BackLink to={homePath}>My Dashboard</BackLink>} title="Chatbot" lead={hasLead && LEAD}>
      {view.is === 'failed' && <LoadError onRetry={view.retry}>{ERROR_TEXTS.page}</LoadError>}
      {view.is === 'loading' && <PageSkeleton />}
      {clientId !== null && view.is === 'ready' && (
        <div className="bot-page">
          {hasBots && (
            <div className="bot-chat flex flex-col overflow-hidden rounded-lg border border-line shadow-1">
              <ChatPanel otherwise={null} />
            </div>
          )}
          {isShared && <p className="text-base text-ink-2">Chatbot conversations are private.</p>}
          {bots.is === 'ready' && !hasBots && embed === undefined && view.sheet === undefined ? (
            <EmptyState
              icon={<Bot size={22} aria-hidden="true" />}
              title="Your chatbot is being prepared"
              action={marketplace}
            >
              We are training it for your business. It appears here the moment it is ready.
            </EmptyState>
          ) : (
            <div className="space-y-3">
              {embed !== undefined && <LiveChat clientId={clientId} code={embed.embed_url} />}
              <Card>
                <p className="mb-3 text-base text-ink-2">More chatbots that you can add.</p>
                {marketplace}
              </Card>
            </div>
          )}
          {view.sheet !== undefined && <History url={view.sheet.sheets_url} />}
        </div>
      )}
      {isShopping && <MarketplaceDialog onClosed={() => setShopping(false)} />}
    </Page>
  )
}

/** Opens the chatbots that the client can add. */
function MarketplaceButton({ onOpen }: { onOpen: () => void }) {
  const { link } = useSyncStatus()
  return (
    <div>
      <Button
        className="w-full"
        icon={<Store size={16} aria-hidden="true" />}
        disabled={link.is === 'offline'}
        onClick={onOpen}
      >
        Marketplace
      </Button>
      {link.is === 'offline' && (
        <p className="mt-1 text-sm text-ink-3">The marketplace needs a connection.</p>
      )}
    </div>
  )
}

function History({ url }: { url: string }) {
  const { link } = useSyncStatus()
  const [open, setOpen] = useState(false)
  const address = sheetEmbed(url)
  return (
    <Card
      title={
        <span className="inline-flex items-center gap-2">
          <FileSpreadsheet size={17} aria-hidden="true" className="text-ink-3" /> Chat history
        </span>
      }
      aside={
        <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass('bordered', 'sm')}>
          <ExternalLink size={15} aria-hidden="true" /> Open in Google Sheets
        </a>
      }
    >
      {open && address !== null ? (
        <>
          <iframe title="Chat history" src={address} referrerPolicy="no-referrer" className="bot-frame" />
          <p className="mt-2 text-sm text-ink-3">Blank? Open it in Google Sheets and sign in.</p>
        </>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          {address !== null && (
            <Button disabled={link.is === 'offline'} onClick={() => setOpen(true)}>
              Show the sheet
            </Button>
          )}
          <p className="text-sm text-ink-3">
            What visitors of your website wrote to your chatbot, as a Google sheet.
          </p>
        </div>
      )}
    </Card>
  )
}

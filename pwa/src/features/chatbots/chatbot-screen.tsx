// /dashboard/chatbot: a client's chats with bots, the chat sheet, their website's live chat, and its code.
import './chatbots.css'

import { Bot, ChevronDown, Code, ExternalLink, FileSpreadsheet, Store } from 'lucide-react'
import { useState } from 'react'

import { NO_CLIENT, NO_CLIENT_TITLE } from '../../lib/text/client-errors'
import { useLive, useSyncStatus } from '../../live/live'
import { useMember } from '../../live/view'
import { Button, buttonClass } from '../../ui/button'
import { Card } from '../../ui/card'
import { CopyButton } from '../../ui/copy-button'
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
  const hasEmbed = page.is === 'ready' && page.embed !== undefined
  const isEmpty =
    page.is === 'ready' && !hasEmbed && page.sheet === undefined && bots.is === 'ready' && !hasBots
  return (
    <Page
      // Desktops only: their sidebar has no entry for this page, but the bottom bar of phones has one.
      back={
        <div className="max-md:hidden">
          <BackLink to={homePath}>My Dashboard</BackLink>
        </div>
      }
      title="Chatbot"
      lead={
        (hasBots || hasEmbed || view.is === 'loading') && (
          <p className="bot-lead mt-0.5 text-base text-pretty text-ink-2">{LEAD}</p>
        )
      }
      aside={clientId !== null && view.is === 'ready' && !isEmpty && marketplace}
    >
      {view.is === 'failed' && <LoadError onRetry={view.retry}>{ERROR_TEXTS.page}</LoadError>}
      {view.is === 'loading' && <PageSkeleton />}
      {clientId !== null && view.is === 'ready' && (
        <div className="space-y-3">
          {hasBots && (
            <div className="bot-chat flex flex-col overflow-hidden rounded-lg border border-line shadow-1">
              <ChatPanel otherwise={null} />
            </div>
          )}
          {isShared && <p className="text-base text-ink-2">Chatbot conversations are private.</p>}
          {view.sheet !== undefined && <History url={view.sheet.sheets_url} />}
          {view.embed !== undefined && <LiveChat clientId={clientId} />}
          {view.embed !== undefined && <EmbedCode code={view.embed.embed_url} />}
          {isEmpty && (
            <EmptyState
              icon={<Bot size={22} aria-hidden="true" />}
              title="Your chatbot is being prepared"
              action={marketplace}
            >
              We are training it for your business. It appears here the moment it is ready.
            </EmptyState>
          )}
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
        tone="borderless"
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

/** Folded, because it is needed once, when somebody puts the chat on the website. */
function EmbedCode({ code }: { code: string }) {
  return (
    <details className="group rounded-lg border border-line bg-surface shadow-1">
      <summary className="flex min-h-control cursor-pointer list-none items-center justify-between gap-3 rounded-lg px-4 py-3 sm:px-5 [&::-webkit-details-marker]:hidden">
        <h2 className="inline-flex items-center gap-2 text-head font-semibold text-ink">
          <Code size={17} aria-hidden="true" className="text-ink-3" /> Put the chat on your website
        </h2>
        <ChevronDown
          size={17}
          aria-hidden="true"
          className="shrink-0 text-ink-3 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="space-y-2 px-4 pb-4 sm:px-5 sm:pb-5">
        <p className="text-sm text-ink-2">
          This is your embed code. Send it to whoever looks after your website: it belongs just before the
          closing body tag.
        </p>
        <pre
          tabIndex={0}
          aria-label="Embed code"
          className="bot-code rounded-md border border-line bg-sunken p-3 text-xs whitespace-pre-wrap break-all text-ink"
        >
          <code>{code}</code>
        </pre>
        <CopyButton size="sm" text={code} label="Copy code" />
      </div>
    </details>
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

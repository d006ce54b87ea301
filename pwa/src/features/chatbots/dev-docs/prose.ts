// Texts of the Developer Docs. A test checks that every route, table and function named here exists.
import { PRODUCT_NAME } from '../../../lib/product'

export const PRODUCT = [
  `${PRODUCT_NAME} is a client portal: small businesses follow their marketing results, and their agency answers, reports and trains chatbots for them.`,
  'A change appears on every device that may see it, within a second. A device shows what it has stored, so it works without a network. What someone does offline is sent later, exactly once.',
]

/** What another program can do, and the request for it. */
export const EXAMPLES: readonly (readonly [what: string, method: string, path: string])[] = [
  ['Add each new customer of your CRM as a client here.', 'POST', '/rest/v1/clients'],
  ['Copy the weekly scores of all clients into a spreadsheet.', 'GET', '/rest/v1/performance_scores'],
  [
    'Send a message to a client from another tool, for example when an invoice is due.',
    'POST',
    '/rest/v1/messages',
  ],
]

export const ROUTES: readonly (readonly [path: string, what: string])[] = [
  ['/', 'The landing page.'],
  ['/pricing', 'The plan, its price, and frequent questions.'],
  ['/auth', 'Sign in and sign up.'],
  ['/dashboard', 'The admin dashboard; for clients, their own.'],
  ['/dashboard/messaging', 'One conversation with each client.'],
  ['/dashboard/reports', 'Weekly reports with their videos.'],
  ['/dashboard/connections', 'The accounts from which a client’s figures come.'],
  ['/dashboard/subscriptions', 'A client’s plan and payments.'],
  ['/dashboard/settings', 'Profile, notifications, security and data.'],
  ['/dashboard/chatbot', 'A client’s chatbots.'],
  ['/dashboard/spam-catcher', 'Announces Spam Catcher, which is coming soon.'],
  ['/dashboard/chatbot-management', 'Admins: chatbots, what they have learned, and who uses them.'],
  ['/dashboard/chat-interface', 'Admins: try any chatbot.'],
  ['/dashboard/website-settings', 'Admins: logo, color and titles of the public pages.'],
  ['/dashboard/dev-docs', 'Admins: this page.'],
  ['/dashboard/old', 'The overview with sample figures.'],
  ['/connect-ga', 'Connect Google Analytics.'],
  ['/oauth2callback', 'Where Google sends a client back after they have agreed to connect.'],
  ['/checkout/success', 'Confirms a payment.'],
  ['/add-payment-method', 'Asks a client for a card before the dashboard opens.'],
]

export const TABLES: readonly (readonly [name: string, what: string])[] = [
  ['clients', 'Your clients. A client without a user has not signed up yet.'],
  ['admins', 'Your team. Everyone with a row here is an admin.'],
  ['messages', 'The messages between a client and your team.'],
  ['reports', 'The weekly reports, each with a text and a video.'],
  ['chatbots', 'The chatbots and their status: in training mode, active or not listed.'],
  ['training_data', 'The questions and answers that a chatbot has learned.'],
  ['chat_messages', 'Conversations with chatbots. Only the person who had one can read it.'],
]

export const FUNCTIONS: readonly (readonly [name: string, what: string])[] = [
  ['create-checkout-session', 'Starts a subscription at Stripe.'],
  ['create-portal-session', 'Opens Stripe’s page to change or cancel it.'],
  ['stripe-webhook', 'Receives events from Stripe, such as a payment.'],
  ['generate-chat-response', 'Writes a chatbot’s answer to a question.'],
]

export const ROLES: readonly (readonly [name: string, what: string])[] = [
  ['Admin', 'Manages clients, reports, chatbots and the website. Needs no card on file.'],
  ['Client', 'Belongs to one client and sees only that client’s data. Needs a card on file.'],
]

export const ACCESS =
  'Access rules let admins see all data, clients only their own, and the public only website content. The server checks each request, stream and file.'

export const BACKLOG = [
  'Spam Catcher',
  'Google Search Console and Facebook Ads as data sources',
  'Chatbot answers in conversations with your team',
]

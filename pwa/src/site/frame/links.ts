// The links of the public pages with their labels.
import { PLACEHOLDERS } from './placeholders'

export const paths = {
  home: '/',
  features: '/#features',
  pricing: '/pricing',
  signIn: '/auth',
  signUp: '/auth?mode=signup',
  subscriptions: '/dashboard/subscriptions',
  terms: '/terms',
  privacy: '/privacy',
} as const

export type Link = { to: string; label: string }

/** Links of the top bar and the menu. */
export const BAR_LINKS: readonly Link[] = [
  { to: paths.features, label: 'Features' },
  { to: paths.pricing, label: 'Pricing' },
]
export const SIGN_IN: Link = { to: paths.signIn, label: 'Sign In' }
export const START: Link = { to: paths.signUp, label: 'Start Free Trial' }
/** The link for visitors while nothing is for sale online. */
export const CONTACT: Link = { to: `mailto:${PLACEHOLDERS.support}`, label: 'Contact Us' }

/** Links of the footer. Links without a page of their own open the landing page. */
export const FOOTER_LINKS: readonly { title: string; links: readonly Link[] }[] = [
  {
    title: 'Product',
    links: [...BAR_LINKS, { to: '/integrations', label: 'Integrations' }, { to: '/status', label: 'Status' }],
  },
  {
    title: 'Company',
    links: [
      { to: '/about', label: 'About' },
      { to: '/blog', label: 'Blog' },
      { to: '/contact', label: 'Contact' },
    ],
  },
  {
    title: 'Support',
    links: [{ to: '/help', label: 'Help' }, { to: '/faq', label: 'FAQ' }, SIGN_IN],
  },
  {
    title: 'Legal',
    links: [
      { to: paths.terms, label: 'Terms' },
      { to: paths.privacy, label: 'Privacy' },
    ],
  },
]

// The landing page's default title and lead. The preview in Website Settings shows them too.
export const LANDING_TITLE = 'Know how your marketing is doing, every week.'
export const LANDING_LEAD =
  'Real-time dashboards, a weekly report in your inbox, and insight into SEO, ads and social. For small businesses that would rather run their business.'

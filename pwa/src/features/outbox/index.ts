// Public exports of the sync status and the list of unsent messages.
export { StatusButton } from './status-button'

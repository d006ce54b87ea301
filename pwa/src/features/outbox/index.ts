// The front door of the sync status and the list of messages that wait to be sent.
export { StatusButton } from './status-button'

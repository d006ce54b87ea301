// Registers the features' synced tables and actions, as the app and the service worker do.
import { loadActions } from '../../sync/registry'
import { registerSynced } from '../../synced'

registerSynced()
await loadActions()

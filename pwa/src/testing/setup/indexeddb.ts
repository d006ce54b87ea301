// Gives every test file an in-memory IndexedDB.
import 'fake-indexeddb/auto'

// The fields of a draft about its video. Their names are stored in IndexedDB.
/** A video stored on the server; a report refers to it by `url`. */
export interface StoredVideo {
  url: string
  name: string
  size: number
}

/** A started upload. If the same file is chosen again, the upload resumes. */
export interface StartedUpload {
  id: string
  name: string
  size: number
  modified: number
}

/** The part that a draft stores. */
export interface UploadDraft {
  kept: StoredVideo | null
  begun: StartedUpload | null
}

export const NOTHING: UploadDraft = { kept: null, begun: null }

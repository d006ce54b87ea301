// The part of a report's draft about its video. IndexedDB stores the names of its fields, so they cannot change.
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

/** `kept`: the video that the server has stored. `begun`: an upload that is not complete. */
export interface UploadDraft {
  kept: StoredVideo | null
  begun: StartedUpload | null
}

export const NOTHING: UploadDraft = { kept: null, begun: null }

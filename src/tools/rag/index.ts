import { definePack } from '../../core/tool/registry.ts';

export const rag = definePack({
  rag_delete: async () => (await import('./rag-delete.ts')).ragDelete,
  rag_delete_collection: async () => (await import('./rag-delete-collection.ts')).ragDeleteCollection,
  rag_index: async () => (await import('./rag-index.ts')).ragIndex,
  rag_list_collections: async () => (await import('./rag-list-collections.ts')).ragListCollections,
  rag_query: async () => (await import('./rag-query.ts')).ragQuery,
  rag_update: async () => (await import('./rag-update.ts')).ragUpdate,
});

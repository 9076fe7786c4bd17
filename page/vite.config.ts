import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  build: {
    target: 'es2023',
    emptyOutDir: true,
    // Small files would become data: addresses inside scripts otherwise.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});

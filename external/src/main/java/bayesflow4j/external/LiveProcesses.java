package bayesflow4j.external;

import bayesflow4j.model.SimulatorUnavailableException;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Every process that was started and not yet ended; none of them outlives the virtual machine. */
final class LiveProcesses {
    private static final Set<Process> LIVE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(() -> LIVE.forEach(LiveProcesses::kill), "bayesflow4j ends external simulators"));
    }

    private LiveProcesses() {}

    static Process start(SimulatorCommand command, List<String> words) {
        try {
            Process process = new ProcessBuilder(words)
                    .directory(command.directory().toFile())
                    .start();
            LIVE.add(process);
            return process;
        } catch (IOException e) {
            throw new SimulatorUnavailableException(
                    "Cannot start the simulator \"" + command + "\" in " + command.directory() + " (" + e.getMessage()
                            + "). Is " + words.getFirst() + " installed and on the PATH?",
                    e);
        }
    }

    /** Ends a process and all that it started. */
    static void kill(Process process) {
        // A shell's child would keep the pipes open after the shell is gone.
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        // Process.destroyForcibly would also close the pipes, and lose what is still in them.
        process.toHandle().destroyForcibly();
        LIVE.remove(process);
    }
}
